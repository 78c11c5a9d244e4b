# SPDX-License-Identifier: Apache-2.0
"""What the network sees, what it says, and how it is built."""
import torch
import torch.nn as nn

from clips import MIRRORED, PARENTS

TAPS = (0, 2, 5, 10, 16, 24, 36, 60)  # ages of what it sees, frames at 60 Hz
INPUTS = len(TAPS) * 29
MARKS = 16
OUTPUTS = 6 * MARKS + 2  # directions, velocities, contacts


class Prior(nn.Module):
    """Residual layers; the uncertainty is read off the same features and does not shape them."""

    def __init__(self, width, depth):
        super().__init__()
        self.first = nn.Linear(INPUTS, width)
        self.hidden = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.last = nn.Linear(width, OUTPUTS)
        self.doubt = nn.Linear(width, MARKS)
        for layer in self.hidden:
            nn.init.normal_(layer.weight, 0.0, 0.7 * (2.0 / width) ** 0.5)
            nn.init.zeros_(layer.bias)
        self.dropout = 0.0

    def forward(self, x):
        h = torch.relu(self.first(x))
        if self.dropout and self.training:
            h = nn.functional.dropout(h, self.dropout)
        for layer in self.hidden:
            h = h + torch.relu(layer(h))
        return self.last(h), self.doubt(h.detach())


def landmarks(out, head, lengths):
    """Places of the landmarks in the heading frame of the head: own bones along the directions."""
    directions = nn.functional.normalize(out[..., : 3 * MARKS].reshape(out.shape[:-1] + (MARKS, 3)), dim=-1, eps=1e-6)
    places = []
    for i, parent in enumerate(PARENTS):
        places.append((head if parent < 0 else places[parent]) + lengths[..., i : i + 1] * directions[..., i, :])
    return torch.stack(places, dim=-2)


def velocities(out):
    """Of the landmarks in the heading frame of the head, heights per second."""
    return out[..., 3 * MARKS : 6 * MARKS].reshape(out.shape[:-1] + (MARKS, 3))


def heading(forward, up):
    """Unit vector over the floor where a head faces, whatever its pitch."""
    v = forward - forward[..., 1:2] * up
    v = v * torch.tensor([1.0, 0.0, 1.0])
    return nn.functional.normalize(v, dim=-1, eps=1e-6)


def into(frame, v):
    """Components to the right, up and back of a heading."""
    f = frame
    return torch.stack(
        (v[..., 2] * f[..., 0] - v[..., 0] * f[..., 2], v[..., 1], -(v[..., 0] * f[..., 0] + v[..., 2] * f[..., 2])), -1
    )


def features(points, trust, floor, height):
    """points: [batch, taps, 3, 9], the first tap is now; trust: [batch, taps, 2] in the hands."""
    frame = heading(points[:, 0, 0, 3:6], points[:, 0, 0, 6:9])
    axes = frame[:, None, None, :]
    here = points[:, :1, :1, :3]
    at = into(axes, points[..., :3] - here) / height[:, None, None, None]
    forward, up = into(axes, points[..., 3:6]), into(axes, points[..., 6:9])
    tall = (points[:, :, 0, 1] - floor[:, None]) / height[:, None]
    head = torch.cat((at[:, :, 0, :1], tall[..., None], at[:, :, 0, 2:], forward[:, :, 0], up[:, :, 0]), -1)
    hands = torch.cat((at[:, :, 1:], forward[:, :, 1:], up[:, :, 1:]), -1) * trust[..., None]
    hands = torch.cat((hands, trust[..., None]), -1)
    return torch.cat((head, hands.flatten(2)), -1).flatten(1), frame


class Simulator:
    """Frames as a headset and controllers would have seen them."""

    def __init__(self, rows, generator, severity=1.0):
        """severity: of mounts and losses, 1 as bad as it gets."""
        self.severity = severity
        self.rows = {k: torch.from_numpy(v) for k, v in rows.items()}
        self.generator = generator

    def uniform(self, *shape):
        return torch.rand(*shape, generator=self.generator)

    def normal(self, *shape):
        return torch.randn(*shape, generator=self.generator)

    def window(self, index):
        rows = self.rows
        ages = index[:, None] - torch.tensor(TAPS)
        return rows["points"][torch.maximum(ages, rows["start"][index][:, None])].clone()

    def mount(self, points, level, index):
        """Headset worn high or low and tilted, controllers held askew: constant through a window."""
        n = len(index)
        tilt = (self.uniform(n) < 0.5).float() * level + 0.05 * self.severity * self.normal(n)
        c, s = torch.cos(tilt)[:, None, None], torch.sin(tilt)[:, None, None]
        f, u = points[:, :, 0, 3:6].clone(), points[:, :, 0, 6:9].clone()
        points[:, :, 0, 3:6], points[:, :, 0, 6:9] = c * f + s * u, c * u - s * f
        points[:, :, 0, :3] += (0.008 * self.severity * self.normal(n, 1, 1)) * points[:, :, 0, 6:9]
        turn = 0.08 * self.severity * self.normal(n, 1, 2, 3).expand(n, points.shape[1], 2, 3)
        for axis in (slice(3, 6), slice(6, 9)):
            points[:, :, 1:, axis] += torch.cross(turn, points[:, :, 1:, axis], dim=-1)
        points[:, :, 1:, :3] += 0.008 * self.severity * self.normal(n, 1, 2, 3)
        return points

    def losses(self, n):
        """Trust in each hand by tap: mostly whole; a hand gone for good, or for a while."""
        trust = torch.ones(n, len(TAPS), 2)
        which = self.uniform(n, 2) / max(self.severity, 1e-6)
        trust *= (which >= 0.04).float()[:, None, :]
        gone = ((which >= 0.04) & (which < 0.12)).float()[:, None, :]
        ages = torch.tensor(TAPS, dtype=torch.float32)[None, :, None] / 60.0
        end, length = 1.2 * self.uniform(n, 1, 2) - 0.3, 1.2 * self.uniform(n, 1, 2)
        outside = torch.maximum(end - ages, ages - end - length).clamp(0.0, 0.25) / 0.25
        return trust * (1.0 - gone + gone * outside)

    def clean(self, index):
        rows = self.rows
        trust = torch.ones(len(index), len(TAPS), 2)
        return self.window(index), trust, rows["floor"][index], rows["height"][index]

    def pair(self, index, noise):
        """The same disturbed user at two following frames: windows, trust and truth of both, before and after."""
        rows = self.rows
        before = torch.maximum(index - 1, rows["start"][index])
        both = torch.cat((before, index))
        moves = (index > before).float()
        points = self.window(both)
        state = self.generator.get_state()
        n = len(index)
        halves = []
        for half in (points[:n], points[n:]):
            self.generator.set_state(state)  # the mounts do not change between frames
            halves.append(self.mount(half, rows["level"][index], index))
            trust = self.losses(n)
        points = torch.cat(halves)
        if noise:
            points[..., :3] += 0.0006 * self.normal(*points.shape[:-1], 3)
            turn = 0.005 * self.normal(*points.shape[:-1], 3)
            for axis in (slice(3, 6), slice(6, 9)):
                points[..., axis] += torch.cross(turn, points[..., axis], dim=-1)
        floor = rows["floor"][both] + 0.01 * self.normal(n).repeat(2)
        marks, lengths = rows["marks"][both].clone(), rows["lengths"][both]
        contact = rows["contact"][both].clone()
        trust = trust.repeat(2, 1, 1)
        flip = (self.uniform(n) < 0.5).repeat(2)
        self.mirror(flip, points, marks, contact)
        return moves, points, trust, floor, rows["height"][both], marks, lengths, contact

    @staticmethod
    def mirror(flip, points, marks, contact):
        sign = torch.tensor([-1.0, 1.0, 1.0])
        p = points[flip].reshape(-1, len(TAPS), 3, 3, 3) * sign
        points[flip] = p.reshape(-1, len(TAPS), 3, 9)[:, :, [0, 2, 1]]
        marks[flip] = (marks[flip] * sign)[:, list(MIRRORED)]
        contact[flip] = contact[flip][:, [1, 0]]
