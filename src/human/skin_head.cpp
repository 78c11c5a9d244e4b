// Head and neck: rings from the crown down, wide where the survey says, with nose, brow, eye sockets and mouth raised
// from the finished surface.
#include <algorithm>

#include "human/skin_head.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;

// Angles of the columns from the face round to the back of the head: closest where the face has detail.
constexpr std::array<double, kHeadHalf> kColumns = {0, 13, 28, 47, 72, 99, 126, 153, 180};

struct HeadRow {
  double y_front, y_side, y_back;
  double half_width, front, back;
  double squareness;
};

std::vector<HeadRow> head_rows(const SkinContext& c, const FaceMarks& m) {
  const Dimensions& d = c.d;
  const double top = d[Dimension::Stature], hb = 0.5 * d[Dimension::HeadBreadth], hl = d[Dimension::HeadLength];
  const double fb = 0.5 * d[Dimension::FaceBreadth], chin = m.chin, fl = d[Dimension::FaceLength];
  const double f = -0.49 * hl, b = 0.51 * hl;
  const double neck = d[Dimension::NeckCircumference] / math::kTau,
               base = d[Dimension::NeckBaseCircumference] / math::kTau;
  const double skull = top - m.eye;  // about 0.114 m
  const double nape = d[Dimension::CervicaleHeight];
  const bool female = d.sex == Sex::Female;
  const double jaw = female ? 0.91 : 1.0;
  return {
      {top - 0.05 * skull, top - 0.07 * skull, top - 0.05 * skull, 0.56 * hb, 0.46 * f, 0.54 * b, 2.0},
      {top - 0.26 * skull, top - 0.27 * skull, top - 0.27 * skull, 0.895 * hb, 0.83 * f, 0.88 * b, 2.2},
      {top - 0.58 * skull, top - 0.58 * skull, top - 0.58 * skull, 1.00 * hb, 0.965 * f, 1.00 * b, 2.3},
      {m.brow, m.brow, m.brow, 0.985 * hb, 0.995 * f, 1.01 * b, 2.35},
      {m.eye, m.eye, m.eye, 0.5 * (fb + hb) * 0.975, 0.955 * f, 0.985 * b, 2.35},
      {m.cheek, m.cheek, m.cheek, 1.00 * fb, 0.945 * f, 0.90 * b, 2.25},
      {m.nose_base, m.nose_base, m.nose_base + 0.006, 0.905 * fb * jaw, 0.955 * f, 0.80 * b, 2.15},
      {m.mouth, m.mouth + 0.004, m.mouth + 0.012, 0.835 * fb * jaw, 0.965 * f, 0.71 * b, 1.98},
      {chin + 0.10 * fl, chin + 0.19 * fl, chin + 0.17 * fl, 0.760 * fb * jaw, 0.960 * f, 0.66 * b, 1.78},
      {chin - 0.015 * fl, chin + 0.10 * fl, chin + 0.04 * fl, 0.700 * fb * jaw, 0.80 * f, 0.655 * b, 1.85},
      {chin - 0.12 * fl, chin - 0.16 * fl, chin - 0.14 * fl, 0.90 * neck, -0.66 * neck, 1.06 * neck, 2.0},
      {0.5 * (chin + nape) - 0.045, 0.5 * (chin + nape) - 0.030, 0.5 * (chin + nape) - 0.012, 0.95 * neck, -0.62 * neck,
       1.14 * neck, 2.0},
      {nape - 0.075, nape - 0.030, nape - 0.002, 0.92 * base, -0.60 * base, 1.20 * base, 2.0},
      {nape - 0.11, nape - 0.075, nape - 0.05, 0.85 * base, -0.45 * base, 1.05 * base, 2.0},
  };
}

double bump(double at, double centre, double width) {
  const double t = (at - centre) / width;
  return math::exp(-t * t);
}

// How far the finished face moves forward at (x, y); only where the surface faces the front.
double face_relief(const FaceMarks& m, double x, double y) {
  const double ax = std::abs(x);
  double out = 0.0;
  // The nose: a ridge rising from the root to the tip, round wings, a short underside.
  const double t = math::clamp((m.root - y) / (m.root - m.tip), 0.0, 1.35);
  const double ridge = t <= 1.0 ? 0.12 + 0.88 * t * (0.55 + 0.45 * t) : math::smooth_step((1.35 - t) / 0.35);
  if (y < m.root + 0.010) {
    const double fade = math::smooth_step((m.root + 0.010 - y) / 0.014);
    out += m.nose_height * ridge * fade * bump(ax, 0.0, 0.0078 + 0.0042 * std::min(t, 1.0));
    out += 0.34 * m.nose_height * bump(ax, 0.0118, 0.0058) * bump(y, m.tip - 0.003, 0.0075);
  }
  // Brow ridge, sockets, cheekbones.
  out += m.brow_ridge * bump(y, m.brow - 0.004, 0.009) * bump(ax, 0.026, 0.022);
  out -= 0.0056 * bump(ax, m.eye_x + 0.001, 0.0185) * bump(y, m.eye + 0.003, 0.0125);
  out += 0.0014 * bump(ax, m.eye_x, 0.018) * bump(y, m.eye - 0.018, 0.011);
  out -= 0.0088 * bump(ax, 0.0195, 0.0100) * bump(y, m.eye, 0.0105);
  out += 0.0022 * bump(ax, 0.042, 0.016) * bump(y, m.cheek + 0.004, 0.014);
  // Mouth: a soft roll about the lips, a dent beneath, the chin's ball.
  out += 0.0050 * bump(y, m.mouth, 0.014) * bump(ax, 0.0, 0.023);
  out -= 0.0024 * bump(y, m.mouth - 0.0145, 0.0055) * bump(ax, 0.0, 0.020);
  out += 0.0035 * bump(y, m.chin + 0.012, 0.011) * bump(ax, 0.0, 0.017);
  out -= 0.0012 * bump(ax, 0.0, 0.0035) * bump(y, 0.5 * (m.mouth + m.nose_base) + 0.001, 0.006);
  return out;
}

}  // namespace

FaceMarks face_marks(const SkinContext& c) {
  const Dimensions& d = c.d;
  const Vec3 eye = c.joint(Joint::RightEye);
  const double fl = d[Dimension::FaceLength];
  const bool female = d.sex == Sex::Female;
  FaceMarks m{};
  m.eye = eye.y;
  m.eye_x = eye.x;
  m.root = eye.y + 0.004;
  m.chin = m.root - fl;
  m.brow = eye.y + 0.0235;
  m.tip = m.root - 0.385 * fl;
  m.nose_base = m.root - 0.455 * fl;
  m.mouth = m.root - 0.640 * fl;
  m.cheek = eye.y - 0.022;
  m.nose_height = (female ? 0.0175 : 0.0210) * fl / 0.12;
  m.brow_ridge = female ? 0.0010 : 0.0032;
  m.front = -0.49 * d[Dimension::HeadLength];
  return m;
}

Ring head_ring(Cage& cage, const SkinContext& c, std::size_t row_index) {
  const HeadRow row = head_rows(c, face_marks(c))[row_index];
  const double grow = ring_growth(16), middle = 0.5 * (row.front + row.back);
  const std::uint16_t head = bone_of(Joint::Head), neck = bone_of(Joint::Neck);
  Ring ring;
  for (std::size_t k = 0; k < kHeadHalf; ++k) {
    const math::SinCos sc = math::sin_cos(math::radians(kColumns[k]));
    const double power = 2.0 / row.squareness;
    const double s = math::pow(std::abs(sc.sin), power), co = math::pow(std::abs(sc.cos), power);
    const double depth = (sc.cos > 0.0 ? row.front - middle : row.back - middle) * co;
    const double y_end = sc.cos > 0.0 ? row.y_front : row.y_back;
    const bool on_plane = k == 0 || k + 1 == kHeadHalf;
    const Vec3 p(on_plane ? 0.0 : grow * row.half_width * s, row.y_side + (y_end - row.y_side) * co,
                 middle + grow * depth);
    BoneWeights weight{{head, 1.0f}};
    if (row_index == 9) weight = {{head, 0.88f}, {neck, 0.12f}};
    if (row_index == 10) weight = {{head, 0.45f}, {neck, 0.55f}};
    if (row_index == 11) weight = {{neck, 0.9f}, {kSpineBone, 0.1f}};
    if (row_index == 12) weight = {{neck, 0.35f}, {kSpineBone, 0.65f}};
    if (row_index >= 13) weight = {{kSpineBone, 1.0f}};
    ring.push_back(cage.add(p, weight));
  }
  return ring;
}

SkinPart make_head(const SkinContext& c) {
  Cage cage;
  const FaceMarks marks = face_marks(c);
  const BoneWeights head{{bone_of(Joint::Head), 1.0f}};
  Ring ring;
  for (std::size_t row = 0; row < kHeadRows; ++row) {
    const Ring next = head_ring(cage, c, row);
    if (row == 0) {
      cap(cage, next, {0.0, c.d[Dimension::Stature] + 0.013, 0.02 * c.d[Dimension::HeadLength]}, head, false, false);
    } else {
      bridge(cage, ring, next, false);
    }
    ring = next;
  }
  cap(cage, ring, {0.0, cage.positions[ring[4]].y, 0.02}, {{kSpineBone, 1.0f}}, true, false);
  SkinPart part;
  part.cage = with_mirror_half(cage);
  part.coarseness = 0.5;
  part.colour = c.look.skin;
  const double thick = c.look.hair_style == HairStyle::Short ? 0.009 : 0.012;
  const double crown = c.d[Dimension::Stature] - thick;
  part.shape = [marks, crown](std::vector<Vec3>& positions) {
    double top = 0.0;
    for (const Vec3& p : positions) top = std::max(top, p.y);
    for (Vec3& p : positions) {
      if (p.y > marks.brow) p.y = marks.brow + (p.y - marks.brow) * (crown - marks.brow) / (top - marks.brow);
      // Under the hair the scalp stands back, so that coarse levels of detail do not show it.
      const double under = math::smooth_step((p.y - marks.brow - 0.046) / 0.02) +
                           math::smooth_step((p.z - 0.015) / 0.03) * math::smooth_step((p.y - marks.eye - 0.01) / 0.02);
      const double shrink = 0.10 * std::min(under, 1.0);
      p -= shrink * (p - Vec3(0.0, marks.brow, 0.02));
      const double facing = math::smooth_step((-p.z + 0.55 * marks.front) / (-0.30 * marks.front));
      if (facing > 0.0 && p.y > marks.chin - 0.01) p.z -= facing * face_relief(marks, p.x, p.y);
    }
  };
  const math::Vec3f skin = c.look.skin;
  part.paint = [marks, skin](const Vec3& p) {
    // Warmer cheeks, nose and chin, darker sockets.
    if (p.z > 0.3 * marks.front || p.y < marks.chin - 0.02) return skin;
    const double ax = std::abs(p.x);
    const double warm = 0.20 * bump(ax, 0.040, 0.022) * bump(p.y, marks.cheek - 0.008, 0.022) +
                        0.35 * bump(ax, 0.0, 0.012) * bump(p.y, marks.tip, 0.012);
    const double dark = 0.18 * bump(ax, marks.eye_x, 0.014) * bump(p.y, marks.eye, 0.011);
    math::Vec3f colour = skin * static_cast<float>(1.0 - dark);
    colour.y *= static_cast<float>(1.0 - 0.30 * warm);
    colour.z *= static_cast<float>(1.0 - 0.30 * warm);
    return colour;
  };
  return part;
}

}  // namespace fh::human
