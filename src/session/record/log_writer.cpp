// SPDX-License-Identifier: Apache-2.0
#include "session/record/log_writer.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "core/hash.h"

namespace fh::session {

core::Result<LogWriter> LogWriter::create(const std::filesystem::path& path, const LogHeader& header) {
  std::error_code ignored;
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), ignored);
  LogWriter writer;
  writer.path_ = path;
  // O_NONBLOCK: opening a pipe that nobody reads must not hang. Only the owner may read a visit.
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0600);
  struct stat status {};
  if (descriptor >= 0 && (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode))) {
    ::close(descriptor);
    return core::fail("{}: the recording cannot be written: not a regular file; choose another file with --record",
                      path.string());
  }
  // Two visits into one file would destroy both.
  if (descriptor >= 0 && ::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    ::close(descriptor);
    return core::fail("{}: another visit is being recorded into this file; choose another file with --record",
                      path.string());
  }
  if (descriptor < 0 || ::ftruncate(descriptor, 0) != 0) {
    const std::string reason = std::strerror(errno);
    if (descriptor >= 0) ::close(descriptor);
    return core::fail("{}: the recording cannot be written: {}; choose another file with --record", path.string(),
                      reason);
  }
  writer.file_ = descriptor;
  const auto magic = std::as_bytes(std::span(kMagic));
  writer.frame_.assign(magic.begin(), magic.end());
  const std::string text = to_json_text(header);
  writer.add_row(RowKind::Header, std::as_bytes(std::span(text)));
  if (auto done = writer.end_frame(); !done) return tl::make_unexpected(done.error());
  return writer;
}

LogWriter& LogWriter::operator=(LogWriter&& other) noexcept {
  if (this == &other) return *this;
  close_file();
  path_ = std::move(other.path_);
  file_ = std::exchange(other.file_, -1);
  frame_ = std::move(other.frame_);
  last_input_ = std::move(other.last_input_);
  last_hashes_ = std::move(other.last_hashes_);
  return *this;
}

void LogWriter::close_file() {
  if (file_ >= 0) ::close(file_);
  file_ = -1;
}

void LogWriter::begin_row(RowKind kind) {
  row_at_ = frame_.size();
  frame_.resize(row_at_ + 5);
  frame_[row_at_ + 4] = std::byte(kind);
}

void LogWriter::end_row() {
  const auto length = static_cast<std::uint32_t>(frame_.size() - row_at_ - 5);
  std::memcpy(frame_.data() + row_at_, &length, sizeof(length));
  const std::uint64_t checksum = core::hash_bytes(std::span(frame_).subspan(row_at_ + 4));
  const auto* check = reinterpret_cast<const std::byte*>(&checksum);
  frame_.insert(frame_.end(), check, check + sizeof(checksum));
}

void LogWriter::add_row(RowKind kind, std::span<const std::byte> payload) {
  begin_row(kind);
  frame_.insert(frame_.end(), payload.begin(), payload.end());
  end_row();
}

void LogWriter::input(const frame::FrameInputs& inputs) {
  begin_row(RowKind::Input);
  encode_inputs(last_input_, inputs, frame_);
  end_row();
  last_input_ = inputs;
}

void LogWriter::names(const FieldNames& names) {
  begin_row(RowKind::Fields);
  encode_names(names, frame_);
  end_row();
}

void LogWriter::hashes(const TickHashes& hashes) {
  begin_row(RowKind::Hashes);
  encode_hashes(last_hashes_, hashes, frame_);
  end_row();
  last_hashes_ = hashes;
}

void LogWriter::key_state(core::Tick tick, std::uint64_t layout, std::span<const std::byte> state) {
  begin_row(RowKind::KeyState);
  for (const auto number : {static_cast<std::uint64_t>(tick), layout}) {
    const auto* bytes = reinterpret_cast<const std::byte*>(&number);
    frame_.insert(frame_.end(), bytes, bytes + sizeof(number));
  }
  frame_.insert(frame_.end(), state.begin(), state.end());
  end_row();
  last_input_ = {};
  last_hashes_ = {};
}

core::Result<> LogWriter::end_frame() {
  std::span<const std::byte> left = frame_;
  while (file_ >= 0 && !left.empty()) {
    const ::ssize_t written = ::write(file_, left.data(), left.size());
    if (written >= 0) {
      left = left.subspan(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      const std::string reason = std::strerror(errno);
      close_file();
      frame_.clear();
      return core::fail("{}: writing the recording failed: {}; what was written before stays readable", path_.string(),
                        reason);
    }
  }
  frame_.clear();
  return {};
}

core::Result<> LogWriter::close(std::string_view reason) {
  if (file_ < 0) return {};
  add_row(RowKind::End, std::as_bytes(std::span(reason.data(), reason.size())));
  auto done = end_frame();
  close_file();
  return done;
}

}  // namespace fh::session
