# SPDX-License-Identifier: Apache-2.0
"""The asset: weights as the program reads them one block of numbers, and beside them where they come from."""
import copy
import hashlib
import json
import pathlib
import struct
import subprocess

import numpy as np
import torch

import network

MAGIC = b"FHPRIOR2"
KEPT = ("seed", "steps", "batch", "width", "depth", "bodies", "rate", "decay", "dropout", "severity")


def linear(layer):
    return [layer.weight.detach().t().contiguous(), layer.bias.detach()]


def layers(model):
    return [model.first, *model.hidden, model.last, model.doubt]


def read(path, model):
    """The weights of an asset of the same shape into a model."""
    data = pathlib.Path(path).read_bytes()[len(MAGIC) + 8 : -4 * network.MARKS]
    numbers = torch.from_numpy(np.frombuffer(data, dtype="<f2").astype("<f4"))
    for layer in layers(model):
        count = layer.weight.numel()
        layer.weight.data = numbers[:count].reshape(layer.in_features, layer.out_features).t().contiguous()
        layer.bias.data = numbers[count : count + layer.out_features].clone()
        numbers = numbers[count + layer.out_features :]


@torch.no_grad()
def sample(model):
    """What a given input makes of the weights as they are stored: the program's own arithmetic is compared with it."""
    rounded = copy.deepcopy(model)
    for value in rounded.parameters():
        value.data = value.data.half().float()
    x = torch.tensor([(37 * i % 101) / 50.0 - 1.0 for i in range(network.INPUTS)])
    said, doubt = rounded(x[None])
    return torch.cat((said, doubt), -1)[0].tolist()


def write(settings, model, ratios, log, figures, paths, digest, people):
    """ratios: distance of the truth over the network's own doubt on the people held back. The asset gives the radius of
    a ball that holds the truth in 90 of 100 frames as exp(doubt) times a number per landmark."""
    radius = torch.quantile(ratios, 0.9, dim=0) / 20.0
    halves = [a for layer in layers(model) for a in linear(layer)]
    data = MAGIC + struct.pack("<2I", settings.width, settings.depth)
    data += b"".join(np.ascontiguousarray(a.numpy()).astype("<f2").tobytes() for a in halves)
    data += radius.numpy().astype("<f4").tobytes()
    out = pathlib.Path(settings.out)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(data)
    here = pathlib.Path(__file__).parent
    code = hashlib.sha256(b"".join(p.read_bytes() for p in sorted(here.glob("*.py")))).hexdigest()
    asked = subprocess.run(["git", "-C", str(here), "rev-parse", "HEAD"], capture_output=True, text=True)
    origin = {
        "asset_sha256": hashlib.sha256(data).hexdigest(),
        "clips": [p.stem for p in paths],
        "clips_sha256": digest,
        "source": settings.source,
        "held_back_people": people,
        "code_sha256": code,
        "revision": asked.stdout.strip(),
        "torch": torch.__version__,
        "settings": {k: v for k, v in vars(settings).items() if k in KEPT},
        "went_on_from": hashlib.sha256(settings.start.read_bytes()).hexdigest() if settings.start else None,
        "log": log,
        "validation_cm": figures,
        "radius_of_90_percent_per_doubt": radius.tolist(),
        "sample": sample(model),
    }
    out.with_suffix(".json").write_text(json.dumps(origin, indent=1) + "\n")
