#include "scene/place/lettering.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "math/trig.h"

namespace fh::scene {
namespace {

using math::Vec2;
using math::Vec3f;

struct Stroke {
  Vec2 a, b;
};

/// Strokes on a grid 4 wide and 6 high, (0, 0) at the lower left: digit pairs are points, blanks separate polylines.
const char* glyph(char c) {
  static constexpr const char* kLetters[26] = {"002640 1232",
                                               "00063645443303 3342413000",
                                               "4536160501103041",
                                               "00063645413000",
                                               "46060040 0333",
                                               "460600 0333",
                                               "45361605011030414323",
                                               "0006 4046 0343",
                                               "1636 2620 1030",
                                               "4641301001",
                                               "0006 4602 1340",
                                               "060040",
                                               "0006234640",
                                               "00064046",
                                               "103041453616050110",
                                               "00063645443303",
                                               "103041453616050110 2240",
                                               "00063645443303 2340",
                                               "453616050413334241301001",
                                               "0646 2620",
                                               "060110304146",
                                               "062046",
                                               "0610233046",
                                               "0046 0640",
                                               "062346 2320",
                                               "06460040"};
  static constexpr const char* kDigits[10] = {
      "103041453616050110",          "052620 1030", "05163645440040",
      "05163645443313 334241301001", "30360242",    "460603334241301001",
      "4536160501103041423303",      "064610",      "130405163645443313 1302011030414233",
      "0110304145361605041343"};
  if (c >= 'A' && c <= 'Z') return kLetters[c - 'A'];
  if (c >= '0' && c <= '9') return kDigits[c - '0'];
  switch (c) {
    case ' ':
      return "";
    case '.':
      return "2021";
    case ',':
      return "2110";
    case ':':
      return "2122 2425";
    case '-':
      return "1333";
    case '+':
      return "1333 2224";
    case '/':
      return "0046";
    case '!':
      return "2021 2326";
    case '?':
      return "051636454423 22 2021";
    case '%':
      return "0046 0506 4041";
    case '<':
      return "350331";
    case '>':
      return "154311";
    case '(':
      return "36252130";
    case ')':
      return "16252110";
    default:
      return "0006464000";
  }
}

constexpr double kAdvance = 5.4;   // grid units from letter to letter
constexpr double kLineStep = 9.0;  // grid units from line to line

void add_strokes(std::vector<Stroke>& strokes, char c, const Vec2& origin, double unit) {
  bool has_last = false;
  Vec2 last(0.0);
  const char* code = glyph(c);
  while (*code) {
    if (*code == ' ' || code[1] == '\0' || code[1] == ' ') {
      has_last = false;
      ++code;
      continue;
    }
    const Vec2 at = origin + unit * Vec2(code[0] - '0', code[1] - '0');
    if (has_last) strokes.push_back({last, at});
    last = at;
    has_last = true;
    code += 2;
  }
}

class Canvas {
 public:
  Canvas(std::uint32_t width, std::uint32_t height, const Vec3f& colour)
      : width_(static_cast<int>(width)),
        height_(static_cast<int>(height)),
        pixels_(std::size_t{width} * height, colour) {}

  /// Blends `ink` over the pixels within `radius` of the stroke; y runs upwards.
  void draw(const Stroke& stroke, double radius, const Vec3f& ink) {
    const Vec2 low = glm::min(stroke.a, stroke.b) - Vec2(radius + 1.0);
    const Vec2 high = glm::max(stroke.a, stroke.b) + Vec2(radius + 1.0);
    const Vec2 along = stroke.b - stroke.a;
    const double length2 = std::max(1e-9, glm::dot(along, along));
    for (int y = std::max(0, int(low.y)); y < std::min<double>(height_, high.y); ++y) {
      for (int x = std::max(0, int(low.x)); x < std::min<double>(width_, high.x); ++x) {
        const Vec2 p(x + 0.5, y + 0.5);
        const double t = math::clamp(glm::dot(p - stroke.a, along) / length2, 0.0, 1.0);
        const Vec2 off = p - (stroke.a + t * along);
        blend(x, y, radius + 0.5 - std::sqrt(glm::dot(off, off)), ink);
      }
    }
  }
  Texture finish(std::string name) const {
    Texture texture{std::move(name), std::uint32_t(width_), std::uint32_t(height_), {}, true};
    texture.rgba.reserve(pixels_.size() * 4);
    for (int y = height_ - 1; y >= 0; --y) {  // the top row first
      for (int x = 0; x < width_; ++x) {
        const Vec3f& p = pixels_[std::size_t(y) * width_ + x];
        for (int c = 0; c < 3; ++c) {
          texture.rgba.push_back(static_cast<std::uint8_t>(math::clamp(p[c], 0.0f, 1.0f) * 255.0f + 0.5f));
        }
        texture.rgba.push_back(255);
      }
    }
    return texture;
  }

 private:
  void blend(int x, int y, double cover, const Vec3f& ink) {
    const auto amount = static_cast<float>(math::clamp(cover, 0.0, 1.0));
    Vec3f& pixel = pixels_[std::size_t(y) * width_ + x];
    pixel = pixel + amount * (ink - pixel);
  }

  int width_, height_;
  std::vector<Vec3f> pixels_;
};

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
  }
  return lines;
}

/// Writes lines centred in the rectangle `low`..`high`, as large as they fit.
void write(Canvas& canvas, std::string_view text, const Vec2& low, const Vec2& high, const Vec3f& ink) {
  const auto lines = lines_of(text);
  std::size_t longest = 1;
  for (const auto& line : lines) longest = std::max(longest, line.size());
  const Vec2 room = high - low;
  const double columns = kAdvance * double(longest) - (kAdvance - 4.0) + 1.2;
  const double rows = kLineStep * double(lines.size()) - (kLineStep - 6.0) + 1.2;
  const double unit = std::min(room.x / columns, room.y / rows);
  std::vector<Stroke> strokes;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const double width = unit * (kAdvance * double(lines[i].size()) - (kAdvance - 4.0));
    const double x = 0.5 * (low.x + high.x) - 0.5 * width;
    const double height = unit * (kLineStep * double(lines.size() - 1) + 6.0);
    const double y = 0.5 * (low.y + high.y) + 0.5 * height - unit * (6.0 + kLineStep * double(i));
    for (std::size_t c = 0; c < lines[i].size(); ++c) {
      add_strokes(strokes, lines[i][c], {x + unit * kAdvance * double(c), y}, unit);
    }
  }
  for (const Stroke& stroke : strokes) canvas.draw(stroke, 0.55 * unit, ink);
}

}  // namespace

Texture make_sign(std::string_view text, double aspect, const SignStyle& style) {
  aspect = math::clamp(aspect, 0.125, 8.0);
  const auto width = static_cast<std::uint32_t>(aspect >= 1.0 ? 256.0 : std::max(32.0, 256.0 * aspect));
  const auto height = static_cast<std::uint32_t>(aspect >= 1.0 ? std::max(32.0, 256.0 / aspect) : 256.0);
  Canvas canvas(width, height, style.background);
  const double w = width, h = height;
  double margin = 0.08 * std::min(w, h);
  if (style.border) {
    const double inset = 0.05 * std::min(w, h), line = 0.014 * std::min(w, h) + 0.6;
    const Vec2 corner[4] = {{inset, inset}, {w - inset, inset}, {w - inset, h - inset}, {inset, h - inset}};
    for (int i = 0; i < 4; ++i) canvas.draw({corner[i], corner[(i + 1) % 4]}, line, style.ink);
    margin = 0.12 * std::min(w, h);
  }
  write(canvas, text.substr(0, 200), {margin, margin}, {w - margin, h - margin}, style.ink);
  return canvas.finish("sign " + std::string(text.substr(0, 40)));
}

Texture make_gauge_face(std::string_view unit, int ticks) {
  constexpr double kMiddle = 64.0;
  Canvas canvas(128, 128, {0.96f, 0.96f, 0.93f});
  const Vec3f ink{0.06f, 0.06f, 0.07f}, red{0.80f, 0.10f, 0.08f};
  const auto at = [&](double share, double radius) {  // share 0..1 of the scale, clockwise from lower left
    const auto sc = math::sin_cos(math::radians(225.0 - 270.0 * share));
    return Vec2(kMiddle + radius * sc.cos, kMiddle + radius * sc.sin);
  };
  for (int i = 0; i < 24; ++i) {
    const double from = i / 24.0, to = (i + 1) / 24.0;
    canvas.draw({at(from, 52.0), at(to, 52.0)}, from >= 0.79 ? 3.0 : 1.0, from >= 0.79 ? red : ink);
  }
  for (int i = 0; i <= ticks; ++i) {
    const double share = double(i) / std::max(1, ticks);
    canvas.draw({at(share, 42.0), at(share, 51.0)}, i % 2 ? 0.8 : 1.6, ink);
    if (i % 2 == 0) {
      const Vec2 p = at(share, 32.0);
      write(canvas, std::to_string(i), p - Vec2(7.0), p + Vec2(7.0), ink);
    }
  }
  write(canvas, unit.substr(0, 12), {46.0, 22.0}, {82.0, 36.0}, ink);
  return canvas.finish("gauge " + std::string(unit.substr(0, 12)));
}

}  // namespace fh::scene
