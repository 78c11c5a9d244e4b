// SPDX-License-Identifier: Apache-2.0
#include "audio/wav_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "core/files.h"

namespace fh::audio {
namespace {

constexpr std::uint32_t kFrameBytes = 4;  // two channels of 16 bits
constexpr std::uint32_t kHeaderBytes = 44;
constexpr std::uint64_t kMostBytes = 0xffffffffull - kHeaderBytes;  // what a header can say: 6.2 hours

template <typename T>
void put(std::array<char, kHeaderBytes>& header, std::size_t at, T value) {
  std::memcpy(header.data() + at, &value, sizeof value);  // little-endian, as this machine
}

}  // namespace

core::Result<WavFile> WavFile::create(const std::filesystem::path& path, int sample_rate, bool force) {
  FH_TRY_VOID(core::may_write(path, force));
  const int file = ::open(path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC | (force ? O_TRUNC : O_EXCL), S_IRUSR | S_IWUSR);
  WavFile wav;
  wav.path_ = path;
  wav.rate_ = static_cast<std::uint32_t>(sample_rate);
  if (file < 0) return tl::make_unexpected(wav.failure());
  wav.file_.reset(::fdopen(file, "wb"));
  FH_TRY_VOID(wav.write_header());
  return wav;
}

core::Error WavFile::failure() const {
  return {fmt::format("{}: cannot be written: {}", path_.string(), std::strerror(errno))};
}

core::Result<> WavFile::write_header() {
  std::array<char, kHeaderBytes> header{};
  const auto bytes = static_cast<std::uint32_t>(bytes_);
  std::memcpy(header.data(), "RIFF", 4);
  put(header, 4, kHeaderBytes - 8 + bytes);
  std::memcpy(header.data() + 8, "WAVEfmt ", 8);
  put(header, 16, std::uint32_t{16});
  put(header, 20, std::uint16_t{1});  // plain samples
  put(header, 22, std::uint16_t{2});  // channels
  put(header, 24, rate_);
  put(header, 28, rate_ * kFrameBytes);
  put(header, 32, static_cast<std::uint16_t>(kFrameBytes));
  put(header, 34, std::uint16_t{16});  // bits
  std::memcpy(header.data() + 36, "data", 4);
  put(header, 40, bytes);
  const bool written = std::fseek(file_.get(), 0, SEEK_SET) == 0 &&
                       std::fwrite(header.data(), header.size(), 1, file_.get()) == 1 &&
                       std::fseek(file_.get(), 0, SEEK_END) == 0 && std::fflush(file_.get()) == 0;
  if (!written) return tl::make_unexpected(failure());
  told_ = bytes_;
  return {};
}

core::Result<> WavFile::add(std::span<const std::int16_t> samples) {
  const auto room = static_cast<std::size_t>((kMostBytes - bytes_) / kFrameBytes * 2);
  samples = samples.first(std::min(samples.size(), room));
  if (samples.empty()) return {};
  if (std::fwrite(samples.data(), samples.size_bytes(), 1, file_.get()) != 1) return tl::make_unexpected(failure());
  bytes_ += samples.size_bytes();
  return bytes_ - told_ >= std::uint64_t{rate_} * kFrameBytes ? write_header() : core::Result<>{};
}

core::Result<> WavFile::close() {
  if (!file_) return {};
  FH_TRY_VOID(write_header());
  return std::fclose(file_.release()) == 0 ? core::Result<>{} : tl::make_unexpected(failure());
}

}  // namespace fh::audio
