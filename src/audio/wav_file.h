// SPDX-License-Identifier: Apache-2.0
#pragma once
// A .wav file that grows: 16 bit stereo. Its header is right after every second, so that a killed visit leaves a file
// that can be played.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>

#include "core/result.h"

namespace fh::audio {

class WavFile {
 public:
  /// Only the owner may read it. Fails when it exists and `force` is not given.
  static core::Result<WavFile> create(const std::filesystem::path& path, int sample_rate, bool force);
  /// Left and right in turn.
  core::Result<> add(std::span<const std::int16_t> samples);
  core::Result<> close();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  core::Result<> write_header();
  core::Error failure() const;

  std::unique_ptr<std::FILE, Close> file_;
  std::filesystem::path path_;
  std::uint32_t rate_ = 0;
  std::uint64_t bytes_ = 0, told_ = 0;  // of samples; of these, in the header
};

}  // namespace fh::audio
