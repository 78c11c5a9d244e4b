// SPDX-License-Identifier: Apache-2.0
// Head and neck: rings from the crown down, as wide and deep as the survey says.
#include "human/skin/skin_head.h"

#include <algorithm>

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

std::array<HeadRow, kHeadRows> head_rows(const SkinContext& c, const FaceMarks& m) {
  const Dimensions& d = c.d;
  const double top = m.top, hb = 0.5 * d[Dimension::HeadBreadth];
  const double fb = 0.5 * d[Dimension::FaceBreadth], chin = m.chin, fl = d[Dimension::FaceLength];
  const double f = m.front, b = m.back, skull = top - m.eye;
  const double neck = d[Dimension::NeckCircumference] / math::kTau,
               base = d[Dimension::NeckBaseCircumference] / math::kTau;
  const double nape = d[Dimension::CervicaleHeight], notch = d[Dimension::SuprasternaleHeight];
  const double jaw = m.female ? 0.91 : 1.0;
  const auto level = [](double y) { return std::array{y, y, y}; };
  const auto row = [](const std::array<double, 3>& y, double w, double front, double back, double p) {
    return HeadRow{y[0], y[1], y[2], w, front, back, p};
  };
  return {{
      row(level(top - 0.035 * skull), 0.40 * hb, 0.34 * f, 0.42 * b, 2.0),
      row(level(top - 0.14 * skull), 0.72 * hb, 0.66 * f, 0.74 * b, 2.1),
      row(level(top - 0.34 * skull), 0.93 * hb, 0.89 * f, 0.93 * b, 2.25),
      row(level(top - 0.60 * skull), 1.00 * hb, 0.975 * f, 1.00 * b, 2.3),
      row(level(m.brow), 0.975 * hb, 1.0 * f, 0.995 * b, 2.35),
      row(level(m.eye), 0.48 * (fb + hb), 0.945 * f, 0.965 * b, 2.35),
      row(level(m.cheek), 1.0 * fb, 0.93 * f, 0.90 * b, 2.3),
      row({m.nose_base, m.nose_base, m.nose_base + 0.004}, 0.95 * fb * jaw, 0.935 * f, 0.81 * b, 2.2),
      row({m.mouth, m.mouth + 0.005, m.mouth + 0.010}, 0.89 * fb * jaw, 0.945 * f, 0.73 * b, 2.1),
      row({chin + 0.13 * fl, chin + 0.235 * fl, chin + 0.16 * fl}, 0.83 * fb * jaw, 0.945 * f, 0.67 * b, 1.95),
      row({chin + 0.005 * fl, chin + 0.135 * fl, chin + 0.04 * fl}, 0.74 * fb * jaw, 0.88 * f, 0.64 * b, 1.9),
      row({chin - 0.055 * fl, chin - 0.02 * fl, chin - 0.10 * fl}, 0.95 * neck, 0.50 * f, 1.08 * neck, 2.0),
      row({0.5 * (chin + notch) + 0.002, 0.42 * chin + 0.58 * nape - 0.020, 0.25 * chin + 0.75 * nape - 0.002},
          0.97 * neck, -0.70 * neck, 1.17 * neck, 2.0),
      row({notch + 0.026, nape - 0.010, nape + 0.018}, base - 0.005, -0.72 * base, 1.22 * base, 2.0),
  }};
}

BoneWeights head_weights(std::size_t row) {
  const std::uint16_t head = bone_of(Joint::Head), neck = bone_of(Joint::Neck);
  switch (row) {
    case 10:
      return {{head, 0.90f}, {neck, 0.10f}};
    case 11:
      return {{head, 0.42f}, {neck, 0.58f}};
    case 12:
      return {{neck, 0.85f}, {kSpineBone, 0.15f}};
    case 13:
      return {{neck, 0.35f}, {kSpineBone, 0.65f}};
    default:
      return {{head, 1.0f}};
  }
}

}  // namespace

FaceMarks face_marks(const SkinContext& c) {
  const Dimensions& d = c.d;
  const Vec3 eye = c.joint(Joint::RightEye);
  const double fl = d[Dimension::FaceLength];
  FaceMarks m{};
  m.female = d.sex == Sex::Female;
  m.top = d[Dimension::Stature];
  m.eye = eye.y;
  m.eye_x = eye.x;
  m.eye_z = eye.z;
  m.root = eye.y + 0.004;
  m.chin = m.root - fl;
  m.brow = eye.y + 0.0215;
  m.tip = m.root - 0.395 * fl;
  m.nose_base = m.root - 0.465 * fl;
  m.mouth = m.root - 0.640 * fl;
  m.cheek = eye.y - 0.024;
  m.nose_height = (m.female ? 0.0170 : 0.0200) * fl / 0.12;
  m.brow_ridge = m.female ? 0.0008 : 0.0026;
  m.mouth_half = (m.female ? 0.0235 : 0.0255) * d[Dimension::FaceBreadth] / 0.14;
  m.front = -0.49 * d[Dimension::HeadLength];
  m.back = 0.51 * d[Dimension::HeadLength];
  m.ear = {0.5 * d[Dimension::FaceBreadth], m.top - d[Dimension::TragionTopOfHead] + 0.06 * d[Dimension::EarLength],
           0.30 * d[Dimension::EarBreadth]};
  return m;
}

Ring head_ring(Cage& cage, const SkinContext& c, std::size_t row_index) {
  const HeadRow row = head_rows(c, face_marks(c))[row_index];
  const double middle = 0.5 * (row.front + row.back), power = 2.0 / row.squareness;
  Ring ring;
  for (std::size_t k = 0; k < kHeadHalf; ++k) {
    const math::SinCos sc = math::sin_cos(math::radians(kColumns[k]));
    const bool on_plane = k == 0 || k + 1 == kHeadHalf;
    const double s = on_plane ? 0.0 : math::pow(sc.sin, power), co = math::pow(std::abs(sc.cos), power);
    const double depth = (sc.cos > 0.0 ? row.front - middle : row.back - middle) * co;
    const double y_end = sc.cos > 0.0 ? row.y_front : row.y_back;
    ring.push_back(cage.add({row.half_width * s, row.y_side + (y_end - row.y_side) * co, middle + depth},
                            head_weights(row_index)));
  }
  return ring;
}

Ring add_head(Cage& cage, const SkinContext& c) {
  set_material(cage, SkinMaterial::Face);
  Ring ring;
  for (std::size_t row = 0; row < kHeadRows; ++row) {
    const Ring next = head_ring(cage, c, row);
    if (row == 0) {
      cap(cage, next, {0.0, c.d[Dimension::Stature], 0.03 * c.d[Dimension::HeadLength]}, head_weights(0), false, false);
    } else {
      bridge(cage, ring, next, false);
    }
    ring = next;
  }
  return ring;
}

}  // namespace fh::human
