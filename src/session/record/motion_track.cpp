// SPDX-License-Identifier: Apache-2.0
#include "session/record/motion_track.h"

#include "session/record/motion_model.h"

namespace fh::session {

/// Before the coded ticks of a row.
struct RowHead {
  std::uint8_t kind = 0;   // RowKind bits
  std::int64_t first = 0;  // tick of the first moment
  std::uint32_t ticks = 0;
};

namespace {

enum RowKind : std::uint8_t {
  kKeyRow = 1u << 0,       // needs no row before it
  kWithBalance = 1u << 1,  // people have margins and loads
  kWithDrives = 1u << 2,   // there may be drives
};

constexpr std::uint8_t kWritten = kWithBalance | kWithDrives;
constexpr std::size_t kHeadBytes = 1 + 8 + 4;

void write_head(const RowHead& head, std::vector<std::byte>& row) {
  std::memcpy(row.data(), &head.kind, 1);
  std::memcpy(row.data() + 1, &head.first, 8);
  std::memcpy(row.data() + 9, &head.ticks, 4);
}

RowHead read_head(std::span<const std::byte> row) {
  RowHead head;
  std::memcpy(&head.kind, row.data(), 1);
  std::memcpy(&head.first, row.data() + 1, 8);
  std::memcpy(&head.ticks, row.data() + 9, 4);
  return head;
}

/// A model of the moment's people and objects that knows nothing of their motion.
MotionModel model_of(const frame::Moment& moment) {
  MotionModel model;
  for (const auto& person : moment.people) {
    model.ids.push_back(person.id);
    model.is_user.push_back(person.is_user);
  }
  model.parents = moment.parents;
  for (const auto& object : moment.objects) {
    model.objects.emplace_back();
    model.objects.back().id = object.id;
  }
  model.drives.resize(moment.drives.size());
  return model;
}

bool fits(const MotionModel& model, const frame::Moment& moment) {
  if (model.ids.size() != moment.people.size() || model.objects.size() != moment.objects.size() ||
      model.drives.size() != moment.drives.size())
    return false;
  for (std::size_t i = 0; i < model.ids.size(); ++i) {
    if (model.ids[i] != moment.people[i].id || model.is_user[i] != moment.people[i].is_user) return false;
  }
  for (std::size_t i = 0; i < model.objects.size(); ++i) {
    if (model.objects[i].id != moment.objects[i].id) return false;
  }
  return true;
}

}  // namespace

struct MotionEncoder::State {
  MotionModel model;
  BitWriter writer;
  RowHead head;
  std::vector<std::byte> row, done;
  core::Tick last = -1;
  std::uint32_t rows = 0;  // since the last key row, that one included; 0: the next is one

  void begin(const frame::Moment& moment) {
    head = {static_cast<std::uint8_t>(rows == 0 ? kKeyRow | kWritten : kWritten), moment.tick, 0};
    row.assign(kHeadBytes, std::byte{0});
    writer.start(row);
    if (!(head.kind & kKeyRow)) return;
    model = model_of(moment);
    (void)code_cast(writer, model);
  }
  std::span<const std::byte> end() {
    if (head.ticks == 0) return {};
    writer.finish();
    write_head(head, row);
    std::swap(row, done);
    head.ticks = 0;
    rows = (rows + 1) % kMotionKeyRows;
    return done;
  }
};

MotionEncoder::MotionEncoder() : state_(std::make_unique<State>()) {}
MotionEncoder::~MotionEncoder() = default;
MotionEncoder::MotionEncoder(MotionEncoder&&) noexcept = default;
MotionEncoder& MotionEncoder::operator=(MotionEncoder&&) noexcept = default;

std::span<const std::byte> MotionEncoder::add(const frame::Moment& moment) {
  State& s = *state_;
  std::span<const std::byte> cut;
  if (s.last >= 0 && (moment.tick != s.last + 1 || !fits(s.model, moment))) {
    cut = s.end();
    s.rows = 0;
  }
  if (s.head.ticks == 0) s.begin(moment);
  s.last = moment.tick;
  (void)code_tick(s.writer, s.model, moment);
  if (++s.head.ticks < kMotionRowTicks) return cut;
  return s.end();
}

std::span<const std::byte> MotionEncoder::flush() {
  return state_->end();
}

struct MotionDecoder::State {
  MotionModel model;
  frame::Moment moment;
  std::vector<frame::MomentPerson> before;
  bool has_key = false;
  core::Tick last = -1;

  void find_events() {
    moment.events.clear();
    if (before.size() == moment.people.size()) {
      for (std::size_t i = 0; i < before.size(); ++i) {
        if (before[i].id == moment.people[i].id) frame::find_events(before[i], moment.people[i], moment.events);
      }
    }
    frame::find_touches(moment.contacts, moment.events);
    before = moment.people;
  }
};

MotionDecoder::MotionDecoder() : state_(std::make_unique<State>()) {}
MotionDecoder::~MotionDecoder() = default;
MotionDecoder::MotionDecoder(MotionDecoder&&) noexcept = default;
MotionDecoder& MotionDecoder::operator=(MotionDecoder&&) noexcept = default;

MotionDecoder::Outcome MotionDecoder::read(std::span<const std::byte> payload,
                                           const std::function<void(const frame::Moment&)>& each) {
  State& s = *state_;
  const auto damaged = [&] {
    s.has_key = false;
    return Outcome::Damaged;
  };
  if (payload.size() < kHeadBytes) return damaged();
  const RowHead head = read_head(payload);
  if (head.kind > (kKeyRow | kWritten) || head.ticks > kMotionRowTicks || head.first < 0) return damaged();
  const bool is_key = (head.kind & kKeyRow) != 0;
  if (!is_key && (!s.has_key || head.first != s.last + 1)) return Outcome::NoKey;
  BitReader reader;
  reader.start(payload.subspan(kHeadBytes));
  if (is_key) {
    s.model = {};
    s.model.with_drives = (head.kind & kWithDrives) != 0;
    if (head.first != s.last + 1) s.before.clear();
    if (!code_cast(reader, s.model)) return damaged();
    s.has_key = true;
  }
  s.model.with_balance = (head.kind & kWithBalance) != 0;
  for (std::uint32_t i = 0; i < head.ticks; ++i) {
    if (!code_tick(reader, s.model, s.moment)) return damaged();
    s.moment.tick = s.last = head.first + i;
    s.find_events();
    each(s.moment);
  }
  return Outcome::Read;
}

}  // namespace fh::session
