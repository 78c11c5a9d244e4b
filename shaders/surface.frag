// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_multiview : require
#extension GL_GOOGLE_include_directive : require
#include "globals.glsl"
#include "lighting.glsl"

layout(constant_id = 0) const bool kGlass = false;
// What the place's materials use at all: the rest costs nothing, not even on devices that run both sides of a branch.
layout(constant_id = 1) const bool kColourTextures = true;
layout(constant_id = 2) const bool kDataTextures = true;

layout(set = 0, binding = 6) uniform sampler2DArray colour_textures;
layout(set = 0, binding = 7) uniform sampler2DArray data_textures;

#ifdef MIRROR
layout(set = 1, binding = 3) uniform sampler2DArray reflection;  // the room as this very pixel sees it in the mirror
layout(push_constant) uniform Push { vec4 mirror_plane; };       // world; only what lies in it reflects the room
#endif

layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_normal;
layout(location = 2) in vec2 in_uv;
layout(location = 3) centroid in vec3 in_colour;  // at the middle of the covered part: colour borders do not overshoot
layout(location = 4) in vec4 in_highlight;
layout(location = 5) flat in uint in_material;

layout(location = 0) out vec4 out_colour;

/// Tangent frame from derivatives (Mikkelsen 2010): meshes need no tangents.
vec3 bumped(vec3 n, int layer) {
  vec3 dp1 = dFdx(in_position), dp2 = dFdy(in_position);
  vec2 du1 = dFdx(in_uv), du2 = dFdy(in_uv);
  vec3 dp2perp = cross(dp2, n), dp1perp = cross(n, dp1);
  vec3 t = dp2perp * du1.x + dp1perp * du2.x;
  vec3 b = dp2perp * du1.y + dp1perp * du2.y;
  float scale = max(dot(t, t), dot(b, b));
  if (scale < 1e-20) return n;
  vec3 m = texture(data_textures, vec3(in_uv, layer)).xyz * 2.0 - 1.0;
  return normalize(mat3(t * inversesqrt(scale), b * inversesqrt(scale), n) * m);
}

void main() {
  Material material = materials[in_material & 0x7fffffffu];
  vec4 base = material.base_colour;
  float metallic = material.emissive_metallic.w;
  float roughness = material.surface.x;
  base.rgb *= in_colour;
  if (kColourTextures && material.textures.x >= 0) base *= texture(colour_textures, vec3(in_uv, material.textures.x));
  if (kDataTextures && material.textures.y >= 0) {
    vec4 mr = texture(data_textures, vec3(in_uv, material.textures.y));
    roughness *= mr.g;
    metallic *= mr.b;
  }
  if (kGlass && (in_material & 0x80000000u) != 0u) base.a = 0.2;  // x-ray
  Surface s;
  s.position = in_position;
  s.to_eye = normalize(eye_position(gl_ViewIndex) - in_position);
  vec3 n = normalize(in_normal);
  if (kDataTextures && material.textures.z >= 0) n = bumped(n, material.textures.z);
  if (!gl_FrontFacing) n = -n;
  s.normal = n;
  s.roughness = clamp(roughness, 0.045, 1.0);
  s.diffuse = base.rgb * (1.0 - metallic);
  s.specular = mix(vec3(0.04), base.rgb, metallic);
  // A highlight is paint on the surface: it takes the light, so that shape stays readable, with a glow of its own, and
  // covers what glows below it.
  s.diffuse = mix(s.diffuse, in_highlight.rgb, in_highlight.a);
  s.specular = mix(s.specular, vec3(0.04), in_highlight.a);
  vec4 light = shade(s);
  light.rgb += material.emissive_metallic.rgb * (1.0 - in_highlight.a) + in_highlight.rgb * (0.22 * in_highlight.a);

#ifdef MIRROR
  if (abs(dot(mirror_plane, vec4(in_position, 1.0))) < 2e-3 && dot(n, mirror_plane.xyz) > 0.99) {
    // The silver's tint, less of it at grazing angles (Schlick 1994); a highlight covers the image like paint.
    float f = 1.0 - max(dot(s.normal, s.to_eye), 0.0);
    vec3 silver = base.rgb + (1.0 - base.rgb) * (f * f * f * f * f);
    vec3 image = silver * texelFetch(reflection, ivec3(gl_FragCoord.xy, gl_ViewIndex), 0).rgb;
    light = vec4(mix(image, light.rgb, in_highlight.a), light.a * in_highlight.a);
  }
#endif

  if (kGlass) {
    // Reflection is never thinner than Fresnel makes it: premultiplied, body by opacity, mirror image in full.
    Surface body = s;
    float f = 1.0 - max(dot(s.normal, s.to_eye), 0.0);
    float fresnel = 0.04 + 0.96 * f * f * f * f * f;
    vec3 mirrored = sky_radiance(reflect(-s.to_eye, s.normal), s.roughness) * fresnel * g.sun_colour.w;
    float opacity = clamp(base.a + in_highlight.a, 0.0, 1.0);
    out_colour = vec4(light.rgb * opacity + mirrored * (1.0 - opacity), mix(opacity, 1.0, fresnel));
  } else {
    out_colour = light;
  }
}
