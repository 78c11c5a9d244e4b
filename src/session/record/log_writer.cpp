// SPDX-License-Identifier: Apache-2.0
#include "session/record/log_writer.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

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
  if (descriptor >= 0 && ::ftruncate(descriptor, 0) == 0) writer.file_.reset(::fdopen(descriptor, "wb"));
  if (!writer.file_) {
    return core::fail("{}: the recording cannot be written: {}; choose another file with --record", path.string(),
                      std::strerror(errno));
  }
  writer.failed_ = std::fwrite(kMagic.data(), 1, kMagic.size(), writer.file_.get()) != kMagic.size();
  const std::string text = to_json_text(header);
  writer.row(RowKind::Header, std::as_bytes(std::span(text)));
  if (auto done = writer.end_frame(); !done) return tl::make_unexpected(done.error());
  return writer;
}

void LogWriter::row(RowKind kind, std::span<const std::byte> payload) {
  bytes_.clear();
  const auto length = static_cast<std::uint32_t>(payload.size());
  bytes_.resize(5);
  std::memcpy(bytes_.data(), &length, 4);
  bytes_[4] = std::byte(kind);
  bytes_.insert(bytes_.end(), payload.begin(), payload.end());
  const std::uint64_t checksum = core::hash_bytes(std::span(bytes_).subspan(4));
  const auto* check = reinterpret_cast<const std::byte*>(&checksum);
  bytes_.insert(bytes_.end(), check, check + sizeof(checksum));
  if (!failed_ && std::fwrite(bytes_.data(), 1, bytes_.size(), file_.get()) != bytes_.size()) failed_ = true;
}

void LogWriter::input(const frame::FrameInputs& inputs) {
  payload_.clear();
  encode_inputs(last_input_, inputs, payload_);
  last_input_ = inputs;
  row(RowKind::Input, payload_);
}

void LogWriter::names(const FieldNames& names) {
  payload_.clear();
  encode_names(names, payload_);
  row(RowKind::Fields, payload_);
}

void LogWriter::hashes(const TickHashes& hashes) {
  payload_.clear();
  encode_hashes(last_hashes_, hashes, payload_);
  last_hashes_ = hashes;
  row(RowKind::Hashes, payload_);
}

void LogWriter::key_state(core::Tick tick, std::uint64_t layout, std::span<const std::byte> state) {
  payload_.resize(sizeof(tick) + sizeof(layout));
  std::memcpy(payload_.data(), &tick, sizeof(tick));
  std::memcpy(payload_.data() + sizeof(tick), &layout, sizeof(layout));
  payload_.insert(payload_.end(), state.begin(), state.end());
  row(RowKind::KeyState, payload_);
}

core::Result<> LogWriter::end_frame() {
  if (!file_) return {};
  if (std::fflush(file_.get()) != 0) failed_ = true;
  if (!failed_) return {};
  const std::string reason = std::strerror(errno);
  file_.reset();
  return core::fail("{}: writing the recording failed: {}; what was written before stays readable", path_.string(),
                    reason);
}

core::Result<> LogWriter::close(std::string_view reason) {
  if (!file_) return {};
  row(RowKind::End, std::as_bytes(std::span(reason.data(), reason.size())));
  auto done = end_frame();
  file_.reset();
  return done;
}

}  // namespace fh::session
