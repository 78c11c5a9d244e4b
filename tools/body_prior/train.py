#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Learns the body prior; see README.md."""
import argparse
import hashlib
import lzma
import pathlib
import subprocess
import tempfile
import time

import numpy as np
import torch

import clips
import network
import store

GROUPS = {
    "trunk": [0, 1, 2, 3],
    "hips": [4, 5],
    "shoulders": [6, 7],
    "elbows": [8, 9],
    "knees": [10, 11],
    "feet": [12, 13, 14, 15],
}


def export(program, folder, out):
    """All clips of a folder (.bvh, .bvh.xz) as the program sees them."""
    out.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    with tempfile.TemporaryDirectory() as unpacked:
        files = []
        for path in sorted(folder.glob("*.bvh*")):
            data = lzma.decompress(path.read_bytes()) if path.suffix == ".xz" else path.read_bytes()
            digest.update(path.name.encode() + data)
            file = pathlib.Path(unpacked) / path.name.removesuffix(".xz")
            file.write_bytes(data)
            files.append(str(file))
        if not files:
            raise SystemExit(f"{folder}: no .bvh or .bvh.xz files")
        subprocess.run([program, "fit", *files, "--export", str(out)], check=True)
    return digest.hexdigest()


def split(paths):
    """By person: every fifth of them, in the order of a hash of the number, is held back."""
    shuffled = lambda person: hashlib.sha256(str(person).encode()).hexdigest()
    back = set(sorted({clips.subject_of(p.stem) for p in paths}, key=shuffled)[::5])
    learn = [p for p in paths if clips.subject_of(p.stem) not in back]
    check = [p for p in paths if clips.subject_of(p.stem) in back]
    return learn, check, sorted(back)


def loss_of(model, batch, weights):
    moves, points, trust, floor, height, marks, lengths, contact = batch
    x, frame = network.features(points, trust, floor, height)
    out, doubt = model(x)
    here = points[:, 0, 0, :3]
    truth = network.into(frame[:, None, :], marks - here[:, None, :])
    scale = height[:, None, None]
    said = network.landmarks(out, torch.zeros_like(here), lengths)
    error = (said - truth) / scale
    distance = torch.sqrt((error * error).sum(-1) + 1e-8)
    n = len(x) // 2
    change = (error[n:] - error[:n]) * 60.0
    jerk = torch.sqrt((change * change).sum(-1) + 1e-8).mean()
    went = network.into(frame[n:, None, :], marks[n:] - marks[:n]) * 60.0 / scale[n:]
    miss = network.velocities(out[n:]) - went
    speed = (torch.sqrt((miss * miss).sum(-1) + 1e-8).mean(-1) * moves).mean()
    feet = torch.nn.functional.binary_cross_entropy_with_logits(out[:, -2:], contact)
    nll = (3.0 * doubt + 0.5 * (distance.detach() * 20.0) ** 2 * torch.exp(-2.0 * doubt)).mean()
    position = (distance.mean(0) * weights).mean()
    return position + 0.02 * jerk + 0.03 * speed + 0.005 * feet + 1e-4 * nll, distance.mean().item()


@torch.no_grad()
def judge(model, simulator, index):
    """Errors by group of landmarks (cm) and how often contacts are right; distances over doubts, for calibration."""
    model.eval()
    errors, ratios, right = [], [], []
    for at in index.split(4096):
        rows = simulator.rows
        points, trust, floor, height = simulator.clean(at)
        x, frame = network.features(points, trust, floor, height)
        out, doubt = model(x)
        here = points[:, 0, 0, :3]
        truth = network.into(frame[:, None, :], rows["marks"][at] - here[:, None, :])
        said = network.landmarks(out, torch.zeros_like(here), rows["lengths"][at])
        distance = (said - truth).norm(dim=-1)
        errors.append(100.0 * distance)
        sigma = torch.exp(doubt) / 20.0 * height[:, None]
        ratios.append(distance / sigma)
        right.append(((out[:, -2:] > 0) == (rows["contact"][at] > 0.5)).float())
    errors, ratios = torch.cat(errors), torch.cat(ratios)
    figures = {name: errors[:, which].mean().item() for name, which in GROUPS.items()}
    figures["all"] = errors.mean().item()
    figures["contact"] = torch.cat(right).mean().item()
    return figures, ratios


def train(simulator, held, settings):
    torch.manual_seed(settings.seed)
    model = network.Prior(settings.width, settings.depth)
    model.dropout = settings.dropout
    if settings.start:
        store.read(settings.start, model)
    shadow = {k: v.clone() for k, v in model.state_dict().items()}
    optimiser = torch.optim.AdamW(model.parameters(), lr=settings.rate, weight_decay=settings.decay)
    subject = simulator.rows["subject"]
    people, counts = subject.unique(return_counts=True)
    share = torch.zeros(int(people.max()) + 1)
    share[people] = counts.float().sqrt() / counts.float()
    weights = share[subject].double()
    cumulative = torch.cumsum(weights, 0)
    mark_weights = torch.tensor([1.0] * 4 + [1.2] * 2 + [1.0] * 4 + [1.0] * 6)
    log, began, running = [], time.time(), 0.0
    for step in range(settings.steps):
        model.train()
        warm = min(1.0, (step + 1) / 500)
        for group in optimiser.param_groups:
            group["lr"] = settings.rate * warm * 0.5 * (1.0 + np.cos(np.pi * step / settings.steps))
        index = torch.searchsorted(cumulative, simulator.uniform(settings.batch).double() * cumulative[-1])
        index = index.clamp(max=len(subject) - 1)
        loss, error = loss_of(model, simulator.pair(index, True), mark_weights)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        keep = min(0.999, (step + 1) / (step + 10))
        for k, v in model.state_dict().items():
            shadow[k].mul_(keep).add_(v, alpha=1.0 - keep)
        running += 0.01 * (error - running)
        if (step + 1) % settings.report == 0 or step + 1 == settings.steps:
            copy = network.Prior(settings.width, settings.depth)
            copy.load_state_dict(shadow)
            figures = judge(copy, held[0], held[1])[0] if held else {}
            log.append({"step": step + 1, "training_error_of_height": running, "validation_cm": figures})
            rounded = {k: round(v, 2) for k, v in figures.items()}
            print(f"{step + 1} {time.time() - began:.0f} s, training {100 * running:.2f} %", rounded, flush=True)
    copy.eval()
    return copy, log


def main():
    parser = argparse.ArgumentParser(description="Train the body prior from a folder of BVH clips.")
    parser.add_argument("clips", type=pathlib.Path, help="folder of .bvh or .bvh.xz clips")
    parser.add_argument("--program", default="build/release/bin/firsthand", help="the built program")
    parser.add_argument("--work", type=pathlib.Path, required=True, help="folder for exported clips")
    parser.add_argument("--source", default="", help="where the clips come from, for the provenance")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("assets/human/body_prior.bin"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=24000)
    parser.add_argument("--batch", type=int, default=384)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--depth", type=int, default=2)
    parser.add_argument("--bodies", type=int, default=2, help="other bodies that every clip is put on")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--decay", type=float, default=0.02)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--report", type=int, default=2000)
    parser.add_argument("--severity", type=float, default=1.0, help="of simulated mounts and losses")
    parser.add_argument("--start", type=pathlib.Path, help="a prior of the same size to go on from")
    parser.add_argument("--keep", action="store_true", help="use clips that were exported before")
    settings = parser.parse_args()
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    digest = "" if settings.keep else export(settings.program, settings.clips, settings.work)
    paths = sorted(settings.work.glob("*.clip"))
    learn, check, people = split(paths)
    rng = np.random.default_rng(settings.seed)
    generator = torch.Generator().manual_seed(settings.seed)
    simulator = network.Simulator(clips.table(learn, settings.bodies, rng), generator, settings.severity)
    judged = network.Simulator(clips.table(check, 0, rng), generator)
    index = torch.arange(0, len(judged.rows["floor"]), 7)
    print(f"{len(learn)} clips ({len(simulator.rows['floor'])} frames), {len(check)} held back ({people})", flush=True)
    model, log = train(simulator, (judged, index), settings)
    figures, ratios = judge(model, judged, index)
    store.write(settings, model, ratios, log, figures, paths, digest, people)


if __name__ == "__main__":
    main()
