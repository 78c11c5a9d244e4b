// SPDX-License-Identifier: Apache-2.0
// Metallic-roughness light: sun with shadow, local lights, sky. GGX with the height-correlated Smith term (Heitz 2014),
// Fresnel after Schlick 1994, sky reflection after Karis 2014 ("Physically based shading on mobile").
#ifndef FH_LIGHTING
#define FH_LIGHTING
#include "sky.glsl"

layout(set = 0, binding = 5) uniform sampler2DArrayShadow shadow_map;

const float kPi = 3.14159265;

struct Surface {
  vec3 position;
  vec3 normal;      // unit, towards the viewer
  vec3 to_eye;      // unit
  vec3 diffuse;     // albedo of the diffuse part
  vec3 specular;    // reflectance at normal incidence
  float roughness;  // perceptual
};

vec3 direct_light(Surface s, vec3 to_light) {
  float nl = dot(s.normal, to_light);
  if (nl <= 0.0) return vec3(0.0);
  float nv = max(dot(s.normal, s.to_eye), 1e-3);
  vec3 h = normalize(to_light + s.to_eye);
  float nh = max(dot(s.normal, h), 0.0);
  float vh = max(dot(s.to_eye, h), 0.0);
  float a = max(s.roughness * s.roughness, 0.002);
  float a2 = a * a;
  float d = nh * nh * (a2 - 1.0) + 1.0;
  float distribution = a2 / (kPi * d * d);
  float visibility = 0.5 / (nl * sqrt(nv * nv * (1.0 - a2) + a2) + nv * sqrt(nl * nl * (1.0 - a2) + a2));
  float f = 1.0 - vh;
  float f2 = f * f;
  vec3 fresnel = s.specular + (1.0 - s.specular) * (f2 * f2 * f);
  return (s.diffuse * (1.0 / kPi) + fresnel * min(distribution * visibility, 64.0)) * nl;
}

float sample_cascade(int cascade, vec3 position, vec3 normal, float nl) {
  float texel = cascade == 0 ? g.cascade_texel.x : g.cascade_texel.y;
  // Pushed out along the normal by about one texel's slope: no acne, and too little to detach shadows from feet.
  vec3 p = position + normal * (texel * (0.8 + 1.4 * sqrt(1.0 - nl * nl)));
  vec4 s = g.shadow_from_world[cascade] * vec4(p, 1.0);
  float step = g.cascade_texel.w;
  // Four bilinear taps make a tent filter of three by three texels.
  float lit = texture(shadow_map, vec4(s.xy + vec2(-0.75, -0.75) * step, cascade, s.z));
  lit += texture(shadow_map, vec4(s.xy + vec2(0.75, -0.75) * step, cascade, s.z));
  lit += texture(shadow_map, vec4(s.xy + vec2(-0.75, 0.75) * step, cascade, s.z));
  lit += texture(shadow_map, vec4(s.xy + vec2(0.75, 0.75) * step, cascade, s.z));
  return 0.25 * lit;
}

float sun_visibility(vec3 position, vec3 normal) {
  if (g.cascade_texel.z == 0.0) return 1.0;
  float nl = clamp(dot(normal, g.to_sun.xyz), 0.0, 1.0);
  vec2 near = abs((g.shadow_from_world[0] * vec4(position, 1.0)).xy - 0.5);
  int cascade = max(near.x, near.y) < 0.48 ? 0 : 1;
  vec2 far = abs((g.shadow_from_world[1] * vec4(position, 1.0)).xy - 0.5);
  float fade = cascade == 0 ? 0.0 : smoothstep(0.45, 0.49, max(far.x, far.y));
  return mix(sample_cascade(cascade, position, normal, nl), 1.0, fade);
}

/// rgb radiance towards the eye; a: the share of it that comes from the sky and may be occluded.
vec4 shade(Surface s) {
  vec3 direct = vec3(0.0);
  if (g.to_sun.w > 0.0) {
    vec3 sun = direct_light(s, g.to_sun.xyz);
    if (dot(sun, vec3(1.0)) > 0.0) direct += sun * g.sun_colour.rgb * (g.to_sun.w * sun_visibility(s.position, s.normal));
  }
  int count = int(g.screen.w);
  for (int i = 0; i < count; ++i) {
    vec3 to_light = g.lights[i].position_range.xyz - s.position;
    float range = g.lights[i].position_range.w;
    float d2 = dot(to_light, to_light);
    if (d2 > range * range) continue;
    // Inverse square with a smooth end at the range (Karis 2013).
    float q = d2 / (range * range);
    float window = (1.0 - q * q) * (1.0 - q * q);
    direct += direct_light(s, to_light * inversesqrt(d2)) * g.lights[i].colour.rgb * (window / (d2 + 0.01));
  }
  float nv = clamp(dot(s.normal, s.to_eye), 0.0, 1.0);
  vec3 r = reflect(-s.to_eye, s.normal);
  vec4 c = s.roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
  float a004 = min(c.x * c.x, exp2(-9.28 * nv)) * c.x + c.y;
  vec2 ab = vec2(-1.04, 1.04) * a004 + c.zw;
  vec3 ambient = s.diffuse * sky_irradiance(s.normal);
  ambient += (s.specular * ab.x + ab.y) * sky_radiance(r, s.roughness);
  ambient *= g.sun_colour.w;
  vec3 total = direct + ambient;
  const vec3 luma = vec3(0.2126, 0.7152, 0.0722);
  float share = dot(ambient, luma) / max(dot(total, luma), 1e-4);
  // Very bright highlights would survive the resolve as stairs.
  return vec4(min(total, vec3(24.0)), share);
}
#endif
