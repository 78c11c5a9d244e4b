// SPDX-License-Identifier: Apache-2.0
// The procedural sky: light from all sides, sharp for the background, soft for reflections.
#ifndef FH_SKY
#define FH_SKY

/// Radiance from direction d (unit), blurred by `roughness` 0..1.
vec3 sky_radiance(vec3 d, float roughness) {
  float soft = 0.05 + 0.95 * roughness;
  float up = clamp(d.y, 0.0, 1.0);
  vec3 above = mix(g.sky_horizon.rgb, g.sky_zenith.rgb, pow(up, mix(0.55, 1.0, roughness)));
  float below = smoothstep(-soft, soft, -d.y);
  return mix(above, g.ground.rgb, below);
}

/// Irradiance / pi on a surface with normal n.
vec3 sky_irradiance(vec3 n) {
  float w = 0.5 + 0.5 * n.y;
  vec3 above = 0.55 * g.sky_horizon.rgb + 0.45 * g.sky_zenith.rgb;
  vec3 sides = 0.5 * g.sky_horizon.rgb + 0.5 * g.ground.rgb;
  float side = 1.0 - abs(n.y);
  return mix(mix(g.ground.rgb, above, w), sides, 0.35 * side);
}
#endif
