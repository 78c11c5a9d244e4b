// SPDX-License-Identifier: Apache-2.0
// The face, raised from the smooth head and painted at about a millimetre: nose, sockets, lids, lips, brows, ears,
// hairline. One surface: nothing is stuck on.
#include <algorithm>

#include "human/skin/skin_head.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;
using math::Vec3f;

double bump(double at, double centre, double width) {
  const double t = (at - centre) / width;
  return math::exp(-t * t);
}
double step(double at, double from, double to) {  // 0 before `from`, 1 after `to`
  return math::smooth_step((at - from) / (to - from));
}
Vec3f mix(const Vec3f& a, const Vec3f& b, double t) {
  return a + static_cast<float>(math::clamp(t, 0.0, 1.0)) * (b - a);
}

// How far the face moves forward at (x, y), lids apart.
double relief(const FaceMarks& m, double x, double y) {
  double out = 0.0;
  // The nose: a ridge from the root to the tip, a round tip, wings, a short underside.
  const double t = math::clamp((m.root - y) / (m.root - m.tip), -0.2, 1.4);
  const double bridge = t < 0.0 ? 0.0 : 0.10 + 0.62 * t + 0.20 * t * t;
  const double down = y < m.tip ? 1.0 - step(-y, -(m.tip - 0.0015), -(m.nose_base - 0.0005)) : 1.0;
  out += m.nose_height * bridge * down * step(t, -0.15, 0.15) * bump(x, 0.0, 0.0062 + 0.0032 * std::max(t, 0.0));
  out += 0.0042 * bump(x, 0.0, 0.0080) * bump(y, m.tip - 0.001, 0.0068) * down;
  out += 0.0078 * bump(x, 0.0128, 0.0050) * bump(y, m.tip - 0.0045, 0.0060) *
         step(y, m.nose_base - 0.002, m.nose_base + 0.003);
  out -= 0.0016 * bump(x, 0.0185, 0.0028) * bump(y, m.tip - 0.004, 0.0065);         // wing crease
  out -= 0.0036 * bump(x, 0.0062, 0.0030) * bump(y, m.nose_base + 0.0012, 0.0022);  // nostrils
  // Brow ridge, temples, sockets, cheekbones.
  out += m.brow_ridge * bump(y, m.brow - 0.003, 0.009) * bump(x, 0.024, 0.022);
  out -= 0.0070 * bump(x, m.eye_x - 0.001, 0.0190) * bump(y, m.eye + 0.002, 0.0115);
  out -= 0.0046 * bump(x, 0.0165, 0.0070) * bump(y, m.eye + 0.001, 0.0105);
  out += 0.0026 * bump(x, 0.043, 0.015) * bump(y, m.cheek + 0.001, 0.013);
  out -= 0.0022 * bump(x, 0.040, 0.014) * bump(y, m.mouth + 0.004, 0.018);  // hollow of the cheek
  out -= 0.0010 * bump(x - 0.022 - 0.35 * (m.nose_base - y), 0.0, 0.0038) * bump(y, m.nose_base - 0.008, 0.012);
  // Lips, the dent below them, the chin, the groove under the nose.
  out += 0.0036 * bump(y, m.mouth, 0.0125) * bump(x, 0.0, 0.022);
  const double s = math::clamp(x / m.mouth_half, 0.0, 1.0), full = (m.female ? 1.15 : 1.0) * (1.0 - s * s);
  out += 0.0026 * full * bump(y, m.mouth + 0.0036, 0.0032) + 0.0032 * full * bump(y, m.mouth - 0.0048, 0.0038);
  out -= 0.0026 * (1.0 - s * s * s * s) * bump(y, m.mouth + 0.0004 * (1.0 - 3.0 * s * s), 0.0013);
  out -= 0.0014 * bump(x, m.mouth_half + 0.001, 0.0042) * bump(y, m.mouth - 0.001, 0.005);
  out -= 0.0026 * bump(y, m.mouth - 0.0150, 0.0055) * bump(x, 0.0, 0.018);
  out += 0.0046 * bump(y, m.chin + 0.013, 0.0115) * bump(x, 0.0, 0.018);
  out -= 0.0011 * bump(x, 0.0, 0.0032) * bump(y, 0.5 * (m.mouth + m.nose_base) + 0.002, 0.0055);
  return out;
}

// The eye's opening: an almond about the eyeball, its outer corner a little higher.
struct Opening {
  double dx, dy;       // from the eye's centre, tilt removed
  double over, below;  // half heights of the opening at dx
};
Opening opening_at(const FaceMarks& m, double x, double y) {
  Opening o{};
  o.dx = x - m.eye_x;
  o.dy = y - m.eye - 0.075 * o.dx;
  const double s = math::clamp(o.dx / 0.0120, -1.0, 1.0);
  // The upper lid is highest on the nose's side of the middle, the lower one lowest on the outer side.
  const double u = 1.0 - s * s;
  o.over = 0.0056 * u * (1.0 - 0.16 * s);
  o.below = -0.0044 * u * (1.0 + 0.20 * s);
  return o;
}
double outside_opening(const Opening& o) {  // metres above the upper or below the lower lid's edge
  return std::max(o.dy - o.over, o.below - o.dy);
}

// Lids lie on the eyeball; within the opening the surface passes behind it.
void shape_eye(const FaceMarks& m, Vec3& p) {
  const Opening before = opening_at(m, p.x, p.y);
  if (std::abs(before.dx) > 0.020 || std::abs(before.dy) > 0.018) return;
  const double out = outside_opening(before);
  const bool in_span = std::abs(before.dx) < 0.0120;
  if (in_span && out > -0.0004 && out < 0.0007) {  // vertices near the edge go onto it
    p.y += before.dy > 0.0 ? -out : out;
  }
  const double r2 = before.dx * before.dx + before.dy * before.dy;
  if (in_span && out < -0.0004) {
    const double inner = 0.86 * kEyeballRadius;
    p.z = m.eye_z - (r2 < 0.98 * inner * inner ? math::sqrt(inner * inner - r2) : 0.14 * inner);
    return;
  }
  const double lid = 1.10 * kEyeballRadius;
  if (r2 >= lid * lid) return;
  const double on_ball = m.eye_z - math::sqrt(lid * lid - r2);
  if (on_ball < p.z) {
    p.z = on_ball;
  } else {  // a crease above the upper lid, the face beyond
    const double near = 1.0 - step(out, 0.0022, before.dy > 0.0 ? 0.0050 : 0.0062);
    p.z += near * (on_ball - p.z);
  }
}

// Ear: a dish about its root, its rim standing out and back.
struct EarPlace {
  double u, v, rho;  // along breadth (back positive) and length (up), and how far out in its outline, 1 at the rim
};
EarPlace ear_place(const SkinContext& c, const FaceMarks& m, const Vec3& p) {
  const double y = p.y - m.ear.y, z = p.z - m.ear.z;
  const double v = (y + 0.0 * z) / (0.5 * c.d[Dimension::EarLength]);
  const double u = (z - 0.20 * y) / (0.42 * c.d[Dimension::EarBreadth]);
  const double narrow = v < 0.0 ? 1.0 - 0.30 * v * v : 1.0;
  return {u, v, math::sqrt(u * u / (narrow * narrow) + v * v)};
}

void shape_ear(const SkinContext& c, const FaceMarks& m, Vec3& p, Vec3f& colour) {
  if (p.x < 0.6 * m.ear.x) return;
  const EarPlace e = ear_place(c, m, p);
  if (e.rho > 1.25) return;
  const double sheet = 1.0 - step(e.rho, 0.94, 1.10);
  const double leaning = 0.20 + 0.80 * step(e.u, -1.0, 0.9);
  const double rim = bump(e.rho, 0.86, 0.13) * step(e.v - 0.5 * e.u, -0.9, -0.3);
  const double ridge = bump(math::sqrt((e.u + 0.1) * (e.u + 0.1) + e.v * e.v), 0.55, 0.13) * step(e.u, -0.2, 0.3);
  const double hollow = bump(e.u, -0.12, 0.36) * bump(e.v, -0.08, 0.40);
  const double groove = bump(e.rho, 0.70, 0.09) * step(e.v, -0.5, 0.1);
  const double tragus = bump(e.u, -0.78, 0.16) * bump(e.v, -0.05, 0.20);
  const double stand = 0.80 * c.d[Dimension::EarProtrusion];
  const double out = sheet * (stand * leaning * (1.0 - 0.55 * hollow) + 0.0030 * rim + 0.0018 * ridge -
                              0.0022 * groove + 0.0035 * tragus);
  p += out * glm::normalize(Vec3(0.86, 0.0, 0.50)) - Vec3(0.0, 0.0, 0.25 * stand * sheet);
  const double shade = sheet * (0.42 * hollow + 0.22 * groove);
  colour = colour * static_cast<float>(1.0 - shade);
  colour.y *= static_cast<float>(1.0 - 0.10 * sheet);
  colour.z *= static_cast<float>(1.0 - 0.12 * sheet);
}

// Share of the lips' colour at (x, y).
double lip_share(const FaceMarks& m, double x, double y) {
  const double s = x / m.mouth_half;
  if (s > 1.0) return 0.0;
  const double bow = 1.0 - 0.20 * math::exp(-s * s * 40.0) + 0.10 * bump(s, 0.24, 0.14);
  const double arch = math::sqrt(std::max(0.0, 1.0 - s * s));
  const double over = (m.female ? 0.0066 : 0.0052) * (0.35 * arch + 0.65 * arch * arch) * bow;
  const double below = (m.female ? 0.0088 : 0.0074) * (0.45 * arch + 0.55 * arch * arch);
  const double dy = y - m.mouth;
  const double edge = std::min(over - dy, below + dy);
  return step(edge, -0.0006, 0.0009);
}

double brow_share(const FaceMarks& m, double x, double y) {
  const double t = (x - (m.eye_x - 0.0185)) / 0.042;
  if (t < -0.05 || t > 1.05) return 0.0;
  const double line =
      m.brow - 0.0030 + 0.0060 * math::sin(math::radians(35.0 + 115.0 * math::clamp(t, 0.0, 1.0))) - 0.0045 * t * t;
  const double thick =
      (m.female ? 0.0026 : 0.0038) * math::sqrt(math::clamp(1.05 - t, 0.0, 1.0)) * (0.70 + 0.30 * step(t, 0.0, 0.2));
  const double strands = 0.85 + 0.15 * math::sin(2600.0 * (x + 0.6 * (y - line)));
  return strands * (1.0 - step(std::abs(y - line), 0.55 * thick, 1.15 * thick)) * step(t, -0.04, 0.06);
}

Vec3f face_colour(const SkinContext& c, const FaceMarks& m, const Vec3& p) {
  const Vec3f skin = c.look.skin;
  if (p.z > 0.35 * m.front || p.y < m.chin - 0.02) return skin;
  const double x = p.x, y = p.y;
  // Warmer cheeks, nose and chin; darker round the eyes, beside the nose, in the line of the mouth.
  const double warm = 0.55 * bump(x, 0.040, 0.020) * bump(y, m.cheek - 0.010, 0.018) +
                      0.60 * bump(x, 0.0, 0.014) * bump(y, m.tip - 0.002, 0.012) +
                      0.25 * bump(x, 0.0, 0.018) * bump(y, m.chin + 0.012, 0.012);
  Vec3f colour = skin * Vec3f(1.0f, static_cast<float>(1.0 - 0.16 * warm), static_cast<float>(1.0 - 0.18 * warm));
  const double dark = 0.20 * bump(x, m.eye_x - 0.002, 0.016) * bump(y, m.eye, 0.011) +
                      0.16 * bump(x, 0.0180, 0.0035) * bump(y, m.tip - 0.004, 0.008) +
                      0.55 * bump(x, 0.0062, 0.0026) * bump(y, m.nose_base + 0.0006, 0.0019) +
                      0.14 * bump(y, m.mouth - 0.0135, 0.0035) * bump(x, 0.0, 0.015);
  colour = colour * static_cast<float>(1.0 - math::clamp(dark, 0.0, 0.7));
  if (!m.female) {  // a shaved beard
    const double beard = step(-y, -(m.nose_base - 0.002), -(m.mouth + 0.006)) *
                         step(-p.z, 0.40 * -m.front, 0.62 * -m.front) * step(y, m.chin - 0.014, m.chin - 0.002);
    colour = mix(colour, 0.80f * colour + 0.10f * c.look.hair, 0.55 * beard * (1.0 - lip_share(m, x, y)));
  }
  const Vec3f rose(0.40f, 0.12f, 0.11f);
  const Vec3f lip = m.female ? 0.55f * skin * Vec3f(1.0f, 0.60f, 0.60f) + 0.42f * rose
                             : 0.78f * skin * Vec3f(1.0f, 0.74f, 0.72f) + 0.10f * rose;
  colour = mix(colour, lip, lip_share(m, x, y));
  const double s = math::clamp(x / m.mouth_half, 0.0, 1.2);
  colour = mix(colour, 0.25f * lip,
               0.9 * (1.0 - step(s, 0.92, 1.06)) * bump(y, m.mouth + 0.0004 * (1.0 - 3.0 * s * s), 0.0011));
  colour = mix(colour, 0.75f * c.look.hair + 0.08f * skin, 0.92 * brow_share(m, x, y));
  const Opening o = opening_at(m, x, y);
  if (std::abs(o.dx) < 0.0132 && std::abs(o.dy) < 0.012) {
    const double out = outside_opening(o);
    const double lash =
        o.dy > 0.0 ? 1.0 - step(out, 0.0004, m.female ? 0.0016 : 0.0012) : 0.45 * (1.0 - step(out, 0.0, 0.0009));
    colour = mix(colour, 0.4f * c.look.hair + 0.03f * skin, 0.9 * lash);
    if (out < -0.0008) colour = 0.18f * skin;
    const double crease = o.dy > 0.0 ? bump(out, 0.0036, 0.0009) : 0.0;
    colour = colour * static_cast<float>(1.0 - 0.22 * crease);
  }
  return colour;
}

}  // namespace

std::function<bool(const Vec3&)> face_detail(const SkinContext& c) {
  const FaceMarks m = face_marks(c);
  return [&c, m, hairline = Hairline(c, m)](const Vec3& p) {
    if (p.y < m.chin - 0.004) return false;
    if (p.z < 0.60 * m.front && p.y < m.brow + 0.012 && p.x < 0.052) return true;
    if (p.x > 0.6 * m.ear.x && ear_place(c, m, p).rho < 1.3) return true;
    return std::abs(hairline.above(p)) < 0.004;
  };
}

void finish_face(const SkinContext& c, Surface& surface) {
  const FaceMarks m = face_marks(c);
  const Hairline hairline(c, m);
  // The crown ends at the stature with the hair on it: hair counts as flattened.
  const Vec3 crown(0.0, m.top, 0.03 * c.d[Dimension::HeadLength]);
  const double lower = hairline.thickness(crown, 1.0);
  for (std::size_t v = 0; v < surface.positions.size(); ++v) {
    if (surface.materials[v] != SkinMaterial::Face) continue;
    Vec3 p = surface.positions[v];
    Vec3f colour = face_colour(c, m, p);
    const double above = hairline.above(p), thick = hairline.thickness(p, above);
    const double facing = step(-p.z, -0.52 * m.front, -0.80 * m.front) * step(p.y, m.chin - 0.012, m.chin + 0.004);
    if (p.y > m.brow) p.y -= lower * step(p.y, m.brow + 0.02, m.top);
    if (facing > 0.0) p.z -= facing * relief(m, p.x, p.y);
    if (p.z < 0.5 * m.front) shape_eye(m, p);
    shape_ear(c, m, p, colour);
    const bool on_ear = surface.positions[v].x > 0.6 * m.ear.x && ear_place(c, m, surface.positions[v]).rho < 1.12;
    if (above > -0.004 && !on_ear) {
      const Vec3 axis(0.0, std::min(p.y, m.brow), 0.1 * m.back);
      p += thick * math::normalized_or(p - axis, math::kUp);
      const double tone = 0.90 + 0.10 * math::sin(900.0 * p.x + 400.0 * p.z) * math::sin(500.0 * p.z - 300.0 * p.y);
      colour = mix(colour, c.look.hair * static_cast<float>(tone), step(above, -0.0016, 0.0022));
    }
    if (surface.positions[v].x == 0.0) p.x = 0.0;
    surface.positions[v] = p;
    surface.colours[v] = colour;
  }
}

}  // namespace fh::human
