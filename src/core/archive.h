// SPDX-License-Identifier: Apache-2.0
#pragma once
// One traversal of state for saving, loading, hashing and comparing, so that the four can never drift apart.
//
//   struct Door { double angle; bool locked;  void visit(Archive& a) { a.field("angle", angle); a.field("locked",
//   locked); } };
//
// A type takes part by a member visit(Archive&) or a free visit(Archive&, T&) in its namespace. Numbers, enums,
// strings, std::array, std::vector and std::optional are known. Loading is bounds-checked: a short or implausible
// stream sets ok() to false and leaves the rest of the state as it was; it never allocates more than the stream holds.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/bytes.h"

namespace fh::core {

class Archive;

template <class T>
concept MemberVisitable = requires(T& value, Archive& archive) {
  value.visit(archive);
};
template <class T>
concept FreeVisitable = requires(T& value, Archive& archive) {
  visit(archive, value);
};

/// True for types whose bytes are their value (no padding, no pointers), archived as one block.
template <class T>
struct IsPlainBytes : std::bool_constant<std::is_arithmetic_v<T> || std::is_enum_v<T>> {};

/// True for types whose visit() names all of their bytes in the order of memory (no padding, no pointers): many of them
/// are saved as one block, which gives the same stream.
template <class T>
struct IsPacked : std::false_type {};

/// The fields of a saved stream in order; a vector or array of structs is one field. Each begins where the one before
/// ends.
struct FieldMarks {
  std::vector<std::size_t> ends;
  std::vector<std::string> paths;  // "left.grip.pose"; empty unless names were asked for

  void clear() {
    ends.clear();
    paths.clear();
  }
};

/// The first place where two states differ.
struct FieldDifference {
  std::string path;   // "bodies[3].angle"
  std::string mine;   // the value in this state
  std::string other;  // the value in the other stream
};

class Archive {
 public:
  static Archive saving(Bytes& out) { return Archive(Mode::Save, &out, {}); }
  /// Saves and also notes which bytes belong to which field; paths cost time and are only built when wanted.
  static Archive saving(Bytes& out, FieldMarks& fields, bool with_paths) {
    Archive archive(Mode::Save, &out, {});
    archive.fields_ = &fields;
    archive.track_path_ = with_paths;
    return archive;
  }
  static Archive loading(std::span<const std::byte> in) { return Archive(Mode::Load, nullptr, in); }
  /// Compares the visited state with a saved stream; stops at the first difference.
  static Archive comparing(std::span<const std::byte> other) {
    Archive archive(Mode::Compare, nullptr, other);
    archive.track_path_ = true;
    return archive;
  }

  bool is_loading() const { return mode_ == Mode::Load; }
  bool ok() const { return ok_; }
  std::size_t bytes_left() const { return in_.size() - position_; }
  /// Where the visited state first differs from the stream (comparing only).
  const std::optional<FieldDifference>& difference() const { return difference_; }
  /// Marks the stream as unusable; for visit() functions that find an impossible value while loading.
  void reject() { ok_ = going_ = false; }

  template <class T>
  void field(const char* name, T& value) {
    if (!going_) return;
    if (track_path_) return named_field(name, value);
    field_of(value);
  }

 private:
  enum class Mode { Save, Load, Compare };

  Archive(Mode mode, Bytes* out, std::span<const std::byte> in) : mode_(mode), out_(out), in_(in) {}

  template <class T>
  void named_field(const char* name, T& value) {
    const std::size_t mark = path_.size();
    push_name(name);
    field_of(value);
    if (going_) path_.resize(mark);
  }

  template <class T>
  void field_of(T& value) {
    if (!fields_ || inside_elements_) return value_of(value);
    const std::size_t known = fields_->ends.size();
    value_of(value);
    if (fields_->ends.size() > known) return;  // a struct: its own fields were marked
    fields_->ends.push_back(out_->size());
    if (track_path_) fields_->paths.push_back(path_);
  }

  template <class T>
  void value_of(T& value) {
    if constexpr (IsPlainBytes<T>::value) {
      // Saving is done every tick and in small pieces: a copy whose size the compiler knows.
      if (mode_ != Mode::Save) return read_block(&value, sizeof(T), 1, describer<T>());
      std::memcpy(out_->extend(sizeof(T)), &value, sizeof(T));
    } else if constexpr (MemberVisitable<T>) {
      value.visit(*this);
    } else {
      visit(*this, value);
    }
  }
  void value_of(std::string& value);
  void value_of(std::vector<bool>&) = delete;  // has no addressable elements: use std::vector<char>
  template <class T>
  void value_of(std::vector<T>& value) {
    std::uint64_t count = value.size();
    const std::size_t smallest = IsPlainBytes<T>::value ? sizeof(T) : 1;
    if (!count_of(count, smallest)) return;
    if (mode_ == Mode::Load) value.resize(static_cast<std::size_t>(count));
    elements(value.data(), value.size());
  }
  template <class T, std::size_t N>
  void value_of(std::array<T, N>& value) {
    elements(value.data(), N);
  }
  template <class T>
  void value_of(std::optional<T>& value) {
    std::uint8_t present = value.has_value() ? 1 : 0;
    value_of(present);
    if (!going_) return;
    if (mode_ == Mode::Load) {
      if (present) {
        value.emplace();
      } else {
        value.reset();
      }
    }
    if (value) value_of(*value);
  }

  template <class T>
  void elements(T* data, std::size_t count) {
    if constexpr (IsPlainBytes<T>::value) {
      block(data, sizeof(T), count, describer<T>());
    } else if (IsPacked<T>::value && mode_ == Mode::Save) {
      block(data, sizeof(T), count, nullptr);
    } else {
      const bool outer = inside_elements_;
      inside_elements_ = true;
      for (std::size_t i = 0; i < count && going_; ++i) {
        if (!track_path_) {
          value_of(data[i]);
          continue;
        }
        const std::size_t mark = path_.size();
        push_index(i);
        value_of(data[i]);
        if (going_) path_.resize(mark);
      }
      inside_elements_ = outer;
    }
  }

  using Describe = std::string (*)(const std::byte*);
  template <class T>
  static Describe describer() {
    return [](const std::byte* bytes) {
      T value;
      std::memcpy(&value, bytes, sizeof(T));
      if constexpr (std::is_floating_point_v<T>) {
        return describe_number(static_cast<double>(value));
      } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
        return std::to_string(static_cast<long long>(value));
      } else {
        return describe_doubles(bytes, sizeof(T));
      }
    };
  }

  bool count_of(std::uint64_t& count, std::size_t smallest_element) {
    if (mode_ != Mode::Save) return read_count(count, smallest_element);
    std::memcpy(out_->extend(sizeof(count)), &count, sizeof(count));
    return true;
  }
  bool read_count(std::uint64_t& count, std::size_t smallest_element);
  void block(void* data, std::size_t element_size, std::size_t count, Describe describe) {
    if (mode_ != Mode::Save) return read_block(data, element_size, count, describe);
    const std::size_t size = element_size * count;
    if (size > 0) std::memcpy(out_->extend(size), data, size);
  }
  void read_block(void* data, std::size_t element_size, std::size_t count, Describe describe);
  void push_name(const char* name);
  void push_index(std::size_t index);
  void differs(std::string mine, std::string other);
  static std::string describe_number(double value);
  static std::string describe_doubles(const std::byte* bytes, std::size_t size);

  Mode mode_;
  bool ok_ = true;
  bool going_ = true;  // ok and no difference found yet
  bool track_path_ = false;
  bool inside_elements_ = false;
  FieldMarks* fields_ = nullptr;
  Bytes* out_;
  std::span<const std::byte> in_;
  std::size_t position_ = 0;
  std::string path_;
  std::optional<FieldDifference> difference_;
};

/// Appends the state to `out`.
template <class T>
void save(const T& state, std::vector<std::byte>& out) {
  Bytes bytes;
  Archive archive = Archive::saving(bytes);
  archive.field("", const_cast<T&>(state));  // saving never writes to the state
  out.insert(out.end(), bytes.begin(), bytes.end());
}

/// The same, and which bytes of `out` (empty before) belong to which named field.
template <class T>
FieldMarks save_with_fields(const T& state, std::vector<std::byte>& out) {
  Bytes bytes;
  FieldMarks fields;
  Archive archive = Archive::saving(bytes, fields, true);
  archive.field("", const_cast<T&>(state));  // saving never writes to the state
  out.assign(bytes.begin(), bytes.end());
  return fields;
}

/// Reads the state back; false when the stream is short, too long or implausible (the state is then undefined).
template <class T>
bool load(T& state, std::span<const std::byte> in) {
  Archive archive = Archive::loading(in);
  archive.field("", state);
  return archive.ok() && archive.bytes_left() == 0;
}

/// The first difference between a state and a saved stream, if any.
template <class T>
std::optional<FieldDifference> compare(const T& state, std::span<const std::byte> other) {
  Archive archive = Archive::comparing(other);
  archive.field("", const_cast<T&>(state));  // comparing never writes to the state
  if (!archive.ok()) return FieldDifference{"(stream)", "readable", "short or implausible"};
  return archive.difference();
}

}  // namespace fh::core
