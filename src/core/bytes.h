// SPDX-License-Identifier: Apache-2.0
#pragma once
// A buffer that grows at its end and is not zeroed first: state is saved into it every tick, a few bytes at a time.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>

namespace fh::core {

class Bytes {
 public:
  /// Room for `size` more bytes, to be written by the caller before anything else is asked of the buffer.
  std::byte* extend(std::size_t size) {
    if (size > room_ - size_) grow(size);
    std::byte* at = data_.get() + size_;
    size_ += size;
    return at;
  }
  /// Keeps the room.
  void clear() { size_ = 0; }

  const std::byte* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  const std::byte* begin() const { return data(); }
  const std::byte* end() const { return data() + size_; }

 private:
  void grow(std::size_t size) {
    const std::size_t room = std::max<std::size_t>({256, 2 * room_, size_ + size});
    auto data = std::make_unique_for_overwrite<std::byte[]>(room);
    if (size_ > 0) std::memcpy(data.get(), data_.get(), size_);
    data_ = std::move(data);
    room_ = room;
  }

  std::unique_ptr<std::byte[]> data_;
  std::size_t size_ = 0, room_ = 0;
};

}  // namespace fh::core
