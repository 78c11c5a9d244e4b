// SPDX-License-Identifier: Apache-2.0
#include "scene/place/meshopt.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace fh::scene {
namespace {

using Bytes = std::span<const std::uint8_t>;
using Out = std::vector<std::uint8_t>;

constexpr std::size_t kGroup = 16;  // deltas of a group
constexpr std::size_t kLeastTail = 32, kTriangleTail = 16, kIndexTail = 4;

std::uint8_t unzigzag8(std::uint8_t v) {
  return static_cast<std::uint8_t>(-(v & 1) ^ (v >> 1));
}
std::uint32_t unzigzag32(std::uint32_t v) {
  return (v >> 1) ^ (0u - (v & 1u));
}

/// Bytes from the front; what is read beyond the end is zero, and told.
struct Reader {
  Bytes bytes;
  std::size_t at = 0;
  bool good = true;

  std::uint8_t next() {
    if (at < bytes.size()) return bytes[at++];
    good = false;
    return 0;
  }
  std::uint32_t varint() {
    std::uint32_t value = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
      const std::uint8_t byte = next();
      value |= static_cast<std::uint32_t>(byte & 127u) << shift;
      if (byte < 128) break;
    }
    return value;
  }
};

/// 16 deltas of 0, 2, 4 or 8 bits; the largest value of 2 or 4 bits stands for a byte of its own behind them.
void read_group(Reader& in, unsigned mode, std::uint8_t* out) {
  if (mode == 0 || mode == 3) {
    for (std::size_t i = 0; i < kGroup; ++i) out[i] = mode == 0 ? std::uint8_t{0} : in.next();
    return;
  }
  const unsigned bits = 2 * mode, most = (1u << bits) - 1u, per_byte = 8u / bits;
  std::array<std::uint8_t, 8> packed{};
  for (std::size_t i = 0; i < kGroup / per_byte; ++i) packed[i] = in.next();
  for (std::size_t i = 0; i < kGroup; ++i) {
    const auto within = static_cast<unsigned>(i % per_byte);
    const unsigned value = (packed[i / per_byte] >> (8u - bits * (within + 1u))) & most;
    out[i] = value == most ? in.next() : static_cast<std::uint8_t>(value);
  }
}

bool unpack_attributes(Bytes packed, const MeshoptView& view, Out& out) {
  const std::size_t stride = view.stride, tail = std::max(stride, kLeastTail);
  if (packed.size() < 1 + tail || packed[0] != 0xa0) return false;
  std::vector<std::uint8_t> last(packed.end() - static_cast<std::ptrdiff_t>(stride), packed.end());
  Reader in{packed.first(packed.size() - tail), 1};
  const std::size_t most = std::min<std::size_t>((8192 / stride) & ~std::size_t{15}, 256);
  std::array<std::uint8_t, 256 + kGroup> deltas{};
  for (std::size_t from = 0; from < view.count && in.good; from += most) {
    const std::size_t count = std::min(most, view.count - from), groups = (count + kGroup - 1) / kGroup;
    for (std::size_t byte = 0; byte < stride; ++byte) {
      std::array<std::uint8_t, 4> modes{};
      for (std::size_t i = 0; i < (groups + 3) / 4; ++i) modes[i] = in.next();
      for (std::size_t g = 0; g < groups; ++g)
        read_group(in, (modes[g / 4] >> (2 * (g % 4))) & 3u, deltas.data() + g * kGroup);
      for (std::size_t i = 0; i < count; ++i) {
        last[byte] = static_cast<std::uint8_t>(last[byte] + unzigzag8(deltas[i]));
        out[(from + i) * stride + byte] = last[byte];
      }
    }
  }
  return in.good && in.at == in.bytes.size();
}

void put_index(const MeshoptView& view, std::size_t i, std::uint32_t value, Out& out) {
  std::memcpy(out.data() + i * view.stride, &value, view.stride);  // little endian: the low bytes
}

/// Triangles by what they share with those before: edges and vertices in two rings of 16.
class Triangles {
 public:
  Triangles(Bytes codes, Reader data, Bytes table) : codes_(codes), in_(data), table_(table) {}

  std::array<std::uint32_t, 3> next() {
    const std::uint8_t code = codes_[at_++];
    return code < 0xf0 ? beside_edge(code) : apart(code);
  }
  bool good() const { return in_.good; }
  bool is_done() const { return in_.good && in_.at == in_.bytes.size(); }

 private:
  std::uint32_t vertex(unsigned back) const { return vertices_[(vertex_at_ - back) & 15u]; }
  void push(std::uint32_t v) { vertices_[vertex_at_++ & 15u] = v; }
  void push(std::uint32_t a, std::uint32_t b) { edges_[edge_at_++ & 15u] = {a, b}; }
  std::uint32_t coded() { return last_ += unzigzag32(in_.varint()); }

  std::array<std::uint32_t, 3> beside_edge(std::uint8_t code) {
    const auto [a, b] = edges_[(edge_at_ - 1u - (code >> 4)) & 15u];
    const unsigned which = code & 15u;
    std::uint32_t c = 0;
    if (which == 0) {
      c = next_++;
    } else if (which < 13) {
      c = vertex(1u + which);
    } else if (which < 15) {
      c = last_ = which == 13 ? last_ - 1u : last_ + 1u;
    } else {
      c = coded();
    }
    if (which == 0 || which >= 13) push(c);
    push(c, b);
    push(a, c);
    return {a, b, c};
  }

  std::array<std::uint32_t, 3> apart(std::uint8_t code) {
    const bool listed = code < 0xfe;
    const std::uint8_t aux = listed ? table_[code & 15u] : in_.next();
    const unsigned which[3] = {code == 0xff ? 15u : 0u, static_cast<unsigned>(aux >> 4), aux & 15u};
    if (!listed && aux == 0) next_ = 0;
    std::array<std::uint32_t, 3> out{};
    for (std::size_t i = 0; i < 3; ++i) out[i] = which[i] == 0 ? next_++ : vertex(which[i]);
    for (std::size_t i = 0; i < 3; ++i) {
      if (!listed && which[i] == 15) out[i] = coded();
    }
    for (std::size_t i = 0; i < 3; ++i) {
      if (i == 0 || which[i] == 0 || (!listed && which[i] == 15)) push(out[i]);
    }
    push(out[1], out[0]);
    push(out[2], out[1]);
    push(out[0], out[2]);
    return out;
  }

  Bytes codes_;
  Reader in_;
  Bytes table_;
  std::size_t at_ = 0;
  std::array<std::uint32_t, 16> vertices_{};
  std::array<std::array<std::uint32_t, 2>, 16> edges_{};
  unsigned vertex_at_ = 0, edge_at_ = 0;
  std::uint32_t next_ = 0, last_ = 0;
};

bool unpack_triangles(Bytes packed, const MeshoptView& view, Out& out) {
  const std::size_t triangles = view.count / 3;
  if (packed.size() < 1 + triangles + kTriangleTail || packed[0] != 0xe1) return false;
  const Bytes body = packed.first(packed.size() - kTriangleTail);
  Triangles source(body.subspan(1, triangles), Reader{body, 1 + triangles}, packed.last(kTriangleTail));
  for (std::size_t i = 0; i < triangles && source.good(); ++i) {
    const auto triangle = source.next();
    for (std::size_t k = 0; k < 3; ++k) put_index(view, 3 * i + k, triangle[k], out);
  }
  return source.is_done();
}

bool unpack_indices(Bytes packed, const MeshoptView& view, Out& out) {
  if (packed.size() < 1 + view.count + kIndexTail || packed[0] != 0xd1) return false;
  Reader in{packed.first(packed.size() - kIndexTail), 1};
  std::array<std::uint32_t, 2> last{};
  for (std::size_t i = 0; i < view.count && in.good; ++i) {
    const std::uint32_t code = in.varint();
    std::uint32_t& base = last[code & 1u];
    base += unzigzag32(code >> 1);
    put_index(view, i, base, out);
  }
  return in.good && in.at == in.bytes.size();
}

template <class T>
void unfold_octahedra(Out& out) {
  constexpr float kMost = sizeof(T) == 1 ? 127.0f : 32767.0f;
  for (std::size_t at = 0; at + 4 * sizeof(T) <= out.size(); at += 4 * sizeof(T)) {
    std::array<T, 4> in;
    std::memcpy(in.data(), out.data() + at, sizeof in);
    const float one = in[2] == 0 ? kMost : static_cast<float>(in[2]);
    float x = static_cast<float>(in[0]) / one, y = static_cast<float>(in[1]) / one;
    const float z = 1.0f - std::fabs(x) - std::fabs(y), fold = std::max(-z, 0.0f);
    x += x >= 0.0f ? -fold : fold;
    y += y >= 0.0f ? -fold : fold;
    const float scale = kMost / std::max(std::sqrt(x * x + y * y + z * z), 1e-6f);
    const auto whole = [&](float v) {
      return static_cast<T>(std::clamp(v * scale + (v >= 0.0f ? 0.5f : -0.5f), -kMost, kMost));
    };
    const std::array<T, 4> result{whole(x), whole(y), whole(z), in[3]};
    std::memcpy(out.data() + at, result.data(), sizeof result);
  }
}

/// 8 bits of exponent, 24 of mantissa, to floats.
void unfold_exponents(Out& out) {
  for (std::size_t at = 0; at + 4 <= out.size(); at += 4) {
    std::uint32_t word;
    std::memcpy(&word, out.data() + at, 4);
    const int exponent = std::clamp(static_cast<int>(static_cast<std::int8_t>(word >> 24)), -126, 127);
    const int mantissa = static_cast<int>(word << 8) >> 8;
    const std::uint32_t power = static_cast<std::uint32_t>(exponent + 127) << 23;
    float two;
    std::memcpy(&two, &power, 4);
    const float value = two * static_cast<float>(mantissa);
    std::memcpy(out.data() + at, &value, 4);
  }
}

}  // namespace

std::optional<MeshoptMode> meshopt_mode(std::string_view word) {
  if (word == "ATTRIBUTES") return MeshoptMode::Attributes;
  if (word == "TRIANGLES") return MeshoptMode::Triangles;
  return word == "INDICES" ? std::optional(MeshoptMode::Indices) : std::nullopt;
}

std::optional<MeshoptFilter> meshopt_filter(std::string_view word) {
  if (word == "NONE") return MeshoptFilter::None;
  if (word == "OCTAHEDRAL") return MeshoptFilter::Octahedral;
  if (word == "QUATERNION") return MeshoptFilter::Quaternion;
  return word == "EXPONENTIAL" ? std::optional(MeshoptFilter::Exponential) : std::nullopt;
}

bool is_possible(const MeshoptView& view) {
  if (view.count == 0) return false;
  if (view.mode != MeshoptMode::Attributes) {
    return (view.stride == 2 || view.stride == 4) && view.filter == MeshoptFilter::None &&
           (view.mode != MeshoptMode::Triangles || view.count % 3 == 0);
  }
  if (view.stride == 0 || view.stride > 256 || view.stride % 4 != 0) return false;
  if (view.filter == MeshoptFilter::Octahedral) return view.stride == 4 || view.stride == 8;
  return view.filter != MeshoptFilter::Quaternion || view.stride == 8;
}

std::optional<Out> unpack_meshopt(Bytes packed, const MeshoptView& view) {
  Out out(view.count * view.stride);
  const bool good = view.mode == MeshoptMode::Attributes  ? unpack_attributes(packed, view, out)
                    : view.mode == MeshoptMode::Triangles ? unpack_triangles(packed, view, out)
                                                          : unpack_indices(packed, view, out);
  if (!good) return std::nullopt;
  if (view.filter == MeshoptFilter::Octahedral)
    view.stride == 4 ? unfold_octahedra<std::int8_t>(out) : unfold_octahedra<std::int16_t>(out);
  if (view.filter == MeshoptFilter::Exponential) unfold_exponents(out);
  return out;  // quaternions are of animations, which are not read
}

}  // namespace fh::scene
