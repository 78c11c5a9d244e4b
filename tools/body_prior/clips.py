# SPDX-License-Identifier: Apache-2.0
"""Clips that `firsthand fit --export` wrote, cleaned, on bodies of many sizes, as one table of frames."""
import json

import numpy as np

# Clip joints (human/motion/clip.h).
PELVIS, NECK, HEAD = 0, 4, 5
WRISTS, ANKLES = (12, 13), (18, 19)
# Landmarks hang on one another, from the head (-1) down (human/prior/landmarks.h).
PARENTS = (-1, 0, 1, 2, 3, 3, 1, 1, 6, 7, 4, 5, 10, 11, 12, 13)
MIRRORED = (0, 1, 2, 3, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14)
# What is scaled together on another body: trunk, neck, shoulders, arms, hips, legs, feet.
GROUPS = (0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5, 5, 5, 6, 6)
LEGS = 5
# The same person under two numbers (CMU).
SAME = {20: 18, 21: 19, 123: 70, 139: 77, 141: 106}
MOST_STEP = 0.25  # m that a joint moves between frames before the clip is cut there
LEAST_FRAMES = 30
FLOOR_SECONDS = 0.3


def subject_of(name):
    number = int(name.split("_")[0])
    return SAME.get(number, number)


def load(path):
    with open(path, "rb") as file:
        header = json.loads(file.readline())
        rows = np.frombuffer(file.read(), dtype="<f4").reshape(header["frames"], header["columns"])
    poses = rows[:, : 22 * 7].reshape(-1, 22, 7)
    return header, poses[..., :3].copy(), poses[..., 3:].copy(), rows[:, 154:156].copy(), rows[:, 156:158].copy()


def rotate(q, v):
    w, u = q[..., :1], q[..., 1:]
    t = 2.0 * np.cross(u, v)
    return v + w * t + np.cross(u, t)


def conjugate(q):
    return q * np.array([1, -1, -1, -1], dtype=q.dtype)


def segments(positions):
    """Ranges of frames without jumps."""
    step = np.abs(np.diff(positions, axis=0)).max(axis=(1, 2))
    cuts = [0] + [int(i) + 1 for i in np.nonzero(step > MOST_STEP)[0]] + [len(positions)]
    return [(a, b) for a, b in zip(cuts, cuts[1:]) if b - a >= LEAST_FRAMES]


def on_body(header, positions, rotations, ground, scales):
    """A clip on its own bones times `scales` by group: joints, landmarks, ground, bone lengths, height."""
    parents = header["parents"]
    offsets = [np.zeros(3)] * 22
    for j in range(1, 22):
        local = rotate(conjugate(rotations[:, parents[j]]), positions[:, j] - positions[:, parents[j]])
        offsets[j] = np.median(local, axis=0) * scales[GROUPS[j]]
    ankle = header["ankle_height"]
    joints = np.empty_like(positions)
    zero = np.zeros((22, 3))
    joints[:, 0] = positions[:, 0] * scales[LEGS]
    joints[:, 0, 1] += ankle * (1.0 - scales[LEGS])
    for j in range(1, 22):
        bone = np.broadcast_to(offsets[j], joints[:, j].shape)
        joints[:, j] = joints[:, parents[j]] + rotate(rotations[:, parents[j]], bone)
        zero[j] = zero[parents[j]] + offsets[j]
    marks = np.empty((len(joints), 16, 3), dtype=np.float32)
    zero_marks = np.empty((16, 3))
    for i, mark in enumerate(header["landmarks"]):
        c = mark["carrier"]
        offset = np.array(mark["offset"]) * scales[GROUPS[c]]
        marks[:, i] = joints[:, c] + rotate(rotations[:, c], np.broadcast_to(offset, joints[:, c].shape))
        zero_marks[i] = zero[c] + offset
    lengths = [np.linalg.norm(zero_marks[i] - (zero[HEAD] if p < 0 else zero_marks[p])) for i, p in enumerate(PARENTS)]
    height = zero[HEAD, 1] - 0.5 * (zero[ANKLES[0], 1] + zero[ANKLES[1], 1]) + ankle
    return joints, marks, ground * scales[LEGS], lengths, height


def floor_of(ground):
    """The lower ground of both feet, smoothed."""
    lower = ground.min(axis=1)
    out, share = np.empty_like(lower), 1.0 - np.exp(-1.0 / (60.0 * FLOOR_SECONDS))
    at = lower[0]
    for i, value in enumerate(lower):
        at += share * (value - at)
        out[i] = at
    return out


def table(paths, bodies, rng):
    """All frames of the clips on their own and on `bodies` other bodies each."""
    rows = {k: [] for k in ("points", "marks", "contact", "floor", "start", "lengths", "height", "level", "subject")}
    count = 0
    for path in paths:
        header, positions, rotations, ground, contact = load(path)
        subject = subject_of(header["clip"])
        for body in range(bodies + 1):
            scales = np.ones(7) if body == 0 else rng.normal(1.0, 0.05, 7) * rng.normal(1.0, 0.06)
            scales = np.clip(scales, 0.8, 1.2)
            for a, b in segments(positions):
                r = rotations[a:b]
                joints, marks, floor, lengths, height = on_body(header, positions[a:b], r, ground[a:b], scales)
                points = np.empty((b - a, 3, 9), dtype=np.float32)
                for k, j in enumerate((HEAD,) + WRISTS):
                    points[:, k, :3] = joints[:, j]
                    points[:, k, 3:6] = rotate(r[:, j], np.broadcast_to([0.0, 0.0, -1.0], (b - a, 3)))
                    points[:, k, 6:9] = rotate(r[:, j], np.broadcast_to([0.0, 1.0, 0.0], (b - a, 3)))
                n = b - a
                rows["points"].append(points)
                rows["marks"].append(marks)
                rows["contact"].append(contact[a:b])
                rows["floor"].append(floor_of(floor).astype(np.float32))
                rows["start"].append(np.full(n, count, dtype=np.int64))
                rows["lengths"].append(np.broadcast_to(np.float32(lengths), (n, 16)))
                rows["height"].append(np.full(n, height, dtype=np.float32))
                rows["level"].append(np.full(n, header["level_pitch"], dtype=np.float32))
                rows["subject"].append(np.full(n, subject, dtype=np.int64))
                count += n
    return {k: np.concatenate(v) for k, v in rows.items()}
