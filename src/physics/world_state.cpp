// SPDX-License-Identifier: Apache-2.0
// Saving, loading and hashing. Jolt's own state is a stream of bytes that it trusts; ours wraps it with what it leaves
// out (grabs, locks, targets) and with the checks that make an untrusted stream safe to refuse.
#include <Jolt/Jolt.h>
// Jolt.h comes first.
#include <Jolt/Physics/StateRecorder.h>

#include <cmath>
#include <cstring>

#include "core/assert.h"
#include "core/hash.h"
#include "physics/jolt_world.h"

namespace fh::physics {
namespace {

constexpr std::uint32_t kVersion = 2;

class ByteRecorder final : public JPH::StateRecorder {
 public:
  ByteRecorder() = default;
  /// Writes into memory that is used again.
  explicit ByteRecorder(std::vector<std::byte>&& memory) : out_(std::move(memory)) { out_.clear(); }
  explicit ByteRecorder(std::span<const std::byte> in) : in_(in) {}

  void WriteBytes(const void* data, size_t size) override {
    const auto* bytes = static_cast<const std::byte*>(data);
    out_.insert(out_.end(), bytes, bytes + size);
  }
  void ReadBytes(void* data, size_t size) override {
    if (size > in_.size() - position_) {
      failed_ = true;
      std::memset(data, 0, size);  // counts become zero: Jolt's loops end
      position_ = in_.size();
      return;
    }
    std::memcpy(data, in_.data() + position_, size);
    position_ += size;
  }
  bool IsEOF() const override { return position_ == in_.size(); }
  bool IsFailed() const override { return failed_; }

  std::vector<std::byte> take() { return std::move(out_); }

 private:
  std::vector<std::byte> out_;
  std::span<const std::byte> in_;
  std::size_t position_ = 0;
  bool failed_ = false;
};

/// What never moves need not be undone.
class MovingOnly final : public JPH::StateRecorderFilter {
 public:
  bool ShouldSaveBody(const JPH::Body& body) const override { return !body.IsStatic(); }
};

/// Counts what it is asked about and wants none of it.
class PairCounter final : public JPH::StateRecorderFilter {
 public:
  bool ShouldSaveContact(const JPH::BodyID&, const JPH::BodyID&) const override {
    ++count_;
    return false;
  }
  std::uint64_t count() const { return count_; }

 private:
  mutable std::uint64_t count_ = 0;
};

math::Quat raw(JPH::QuatArg q) {
  return {q.GetW(), q.GetX(), q.GetY(), q.GetZ()};
}

/// Memory is reused.
void gather(const World::Impl& w, Motion& motion) {
  motion.positions.clear();
  motion.rotations.clear();
  motion.linear_velocities.clear();
  motion.angular_velocities.clear();
  for (std::uint32_t i = 0; i < w.solids.size(); ++i) {
    // Legs go where the posture of their body says, which is compared as such.
    if (w.solids[i].layer == Layer::Static || w.solids[i].layer == Layer::Leg) continue;
    const JPH::Body& body = w.body_of(i);
    motion.positions.push_back(from_jolt(body.GetCenterOfMassPosition()));
    motion.rotations.push_back(raw(body.GetRotation()));
    motion.linear_velocities.push_back(from_jolt(body.GetLinearVelocity()));
    motion.angular_velocities.push_back(from_jolt(body.GetAngularVelocity()));
  }
}

Motion motion_of(const World::Impl& w) {
  Motion motion;
  gather(w, motion);
  return motion;
}

struct TouchingPair {
  Touching first, second;
  void visit(core::Archive& archive) {
    for (Touching* side : {&first, &second}) {
      archive.field("object", side->object.value);
      archive.field("body", side->body.value);
      archive.field("segment", side->segment);
      archive.field("part", side->part);
    }
  }
};

/// Everything a stream holds, in its order.
struct Stored {
  std::uint32_t version = kVersion;
  std::uint64_t structure = 0;
  Motion motion;
  std::vector<JointState> joints;
  std::vector<GrabState> grabs;
  std::vector<Grace> graces;
  std::vector<math::Pose> kinematic_targets;
  std::vector<TouchingPair> touched;
  std::vector<std::uint8_t> jolt;
  std::uint64_t checksum = 0;

  void visit_content(core::Archive& archive) {
    archive.field("version", version);
    archive.field("structure", structure);
    archive.field("motion", motion);
    archive.field("joints", joints);
    archive.field("grabs", grabs);
    archive.field("graces", graces);
    archive.field("kinematic_targets", kinematic_targets);
    archive.field("touched", touched);
    archive.field("jolt", jolt);
  }
  void visit(core::Archive& archive) { visit_content(archive); }
};

std::uint64_t checksum_of(const Stored& stored) {
  std::vector<std::byte> bytes;
  core::save(stored, bytes);
  return core::hash_bytes(bytes, kVersion);
}

Stored stored_of(const World::Impl& w) {
  Stored stored;
  stored.structure = w.structure;
  stored.motion = motion_of(w);
  for (const JointEntry& joint : w.joints) stored.joints.push_back(joint.state);
  for (const GrabEntry& grab : w.grabs) stored.grabs.push_back(grab.state);
  stored.graces = w.graces;
  for (const KinematicEntry& kinematic : w.kinematics) stored.kinematic_targets.push_back(kinematic.target);
  for (const auto& [first, second] : w.touched) stored.touched.push_back({first, second});
  const std::vector<std::byte> bytes = w.jolt_bytes();
  stored.jolt.resize(bytes.size());
  std::memcpy(stored.jolt.data(), bytes.data(), bytes.size());
  return stored;
}

bool finite(const math::Pose& pose) {
  const math::Quat& q = pose.rotation;
  const double sum = pose.position.x + pose.position.y + pose.position.z + q.w + q.x + q.y + q.z;
  return std::isfinite(sum) && std::fabs(math::dot(q, q) - 1.0) < 0.01;
}

bool plausible(const World::Impl& w, const Stored& stored) {
  if (stored.joints.size() != w.joints.size() || stored.kinematic_targets.size() != w.kinematics.size()) return false;
  for (const GrabState& grab : stored.grabs) {
    if (grab.object == 0 || grab.object > w.objects.size() || !w.objects[grab.object - 1].moving) return false;
    if (!finite(grab.object_from_hand) || !finite(grab.world_from_hand) || grab.kind > GrabKind::Twist) return false;
    if (!(grab.force >= 0.0) || !(grab.torque >= 0.0)) return false;
    if (!math::is_finite(grab.step) || !math::is_finite(grab.turn)) return false;
  }
  for (const Grace& grace : stored.graces) {
    if (grace.object == 0 || grace.object > w.objects.size() || !w.objects[grace.object - 1].moving) return false;
  }
  for (const math::Pose& target : stored.kinematic_targets) {
    if (!finite(target)) return false;
  }
  return true;
}

/// False when Jolt refuses its bytes; the world is then in a mixed state.
bool apply(World::Impl& w, const Stored& stored) {
  std::vector<GrabEntry> grabs;
  for (const GrabState& state : stored.grabs) grabs.push_back({state, w.bond(state)});
  w.graces = stored.graces;
  w.reorder_grabs(std::move(grabs));
  for (std::size_t i = 0; i < w.joints.size(); ++i) {
    w.joints[i].state = stored.joints[i];
    w.joints[i].apply();
  }
  for (std::size_t i = 0; i < w.kinematics.size(); ++i) w.kinematics[i].target = stored.kinematic_targets[i];
  w.touched.clear();
  for (const TouchingPair& pair : stored.touched) w.touched.emplace_back(pair.first, pair.second);
  w.contacts.clear();
  return w.restore_jolt(std::as_bytes(std::span(stored.jolt)));
}

std::vector<std::byte> bytes_of(const Motion& motion) {
  std::vector<std::byte> bytes;
  core::save(motion, bytes);
  return bytes;
}

}  // namespace

void Motion::visit(core::Archive& archive) {
  archive.field("positions", positions);
  archive.field("rotations", rotations);
  archive.field("linear_velocities", linear_velocities);
  archive.field("angular_velocities", angular_velocities);
}

std::vector<std::byte> World::Impl::jolt_bytes() const {
  ByteRecorder recorder;
  system.SaveState(recorder);
  return recorder.take();
}

std::vector<std::byte> World::Impl::jolt_contact_bytes() const {
  ByteRecorder recorder;
  system.SaveState(recorder, JPH::EStateRecorderState::Contacts);
  return recorder.take();
}

/// Jolt's contacts take a tenth of a step in a heap to save, the rest next to nothing. They only give the solver a
/// better start, so they are kept where contacts are many and room may run out in step after step. Decided by what
/// streams hold, or a restored world would differ.
void World::Impl::save_for_undo() {
  using State = JPH::EStateRecorderState;
  constexpr auto kAllButContacts =
      static_cast<State>(static_cast<JPH::uint8>(State::All) & ~static_cast<JPH::uint8>(State::Contacts));
  undo_has_contacts = touched.size() > contact_room / 4;
  ByteRecorder recorder(std::move(undo));
  const MovingOnly moving;
  system.SaveState(recorder, undo_has_contacts ? State::All : kAllButContacts, &moving);
  undo = recorder.take();
}

void World::Impl::undo_step() {
  const bool restored = restore_jolt(undo) && (undo_has_contacts || restore_jolt(no_contacts));
  FH_ASSERT(restored, "Jolt refused its own state");
}

std::uint64_t World::Impl::pairs_kept() const {
  PairCounter counter;
  ByteRecorder nothing;
  system.SaveState(nothing, JPH::EStateRecorderState::Contacts, &counter);
  return counter.count();
}

bool World::Impl::restore_jolt(std::span<const std::byte> bytes) {
  ByteRecorder recorder(bytes);
  return system.RestoreState(recorder) && !recorder.IsFailed() && recorder.IsEOF();
}

void World::visit(core::Archive& archive) {
  Impl& w = *impl_;
  if (!archive.is_loading()) {
    Stored stored = stored_of(w);
    stored.visit_content(archive);
    stored.checksum = checksum_of(stored);
    archive.field("checksum", stored.checksum);
    return;
  }
  Stored stored;
  stored.visit_content(archive);
  archive.field("checksum", stored.checksum);
  if (!archive.ok()) return;
  if (stored.version != kVersion || stored.structure != w.structure || stored.checksum != checksum_of(stored) ||
      !plausible(w, stored)) {
    return archive.reject();
  }
  const Stored before = stored_of(w);
  // The motion must come out as it was written: a forged stream with a right checksum still has to be consistent.
  if (!apply(w, stored) || bytes_of(motion_of(w)) != bytes_of(stored.motion)) {
    apply(w, before);
    archive.reject();
  }
}

void World::visit_motion(core::Archive& archive) {
  if (archive.is_loading()) return archive.reject();
  gather(*impl_, impl_->gathered);
  impl_->gathered.visit(archive);
}

}  // namespace fh::physics
