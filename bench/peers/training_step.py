#!/usr/bin/env python3
"""A training step beside PyTorch's: the same architecture, batch, loss and optimizer, in float32.

    training_step.py build/bench/training_step_bench [--threads 1 2] [--rounds 7]

Ours and PyTorch's run in turn, each in a process of its own; PyTorch as it is and compiled (torch.compile), of which
the faster counts. Printed are the medians of the rounds' median times, and peak memory (resident set) of the processes.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys

PEER = r'''
import json, math, resource, sys, time
import torch
from torch import nn

threads, steps, compiled = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3] == "compiled"
torch.set_num_threads(threads)
torch.manual_seed(1)
D, F, H, LAYERS, ROWS, PLACES, LETTERS, PHONES, DROPOUT = 128, 512, 4, 4, 64, 16, 30, 42, 0.1


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.letters, self.phones = nn.Embedding(LETTERS, D), nn.Embedding(PHONES, D)
        self.stack = nn.Transformer(D, H, LAYERS, LAYERS, F, DROPOUT, norm_first=True, batch_first=True)
        places = torch.arange(PLACES)[:, None] / 10000 ** (torch.arange(0, D, 2) / D)
        self.register_buffer("places", torch.stack([places.sin(), places.cos()], -1).reshape(PLACES, D))
        self.register_buffer("later", nn.Transformer.generate_square_subsequent_mask(PLACES))
        self.drop = nn.Dropout(DROPOUT)

    def forward(self, source, target):
        x = self.drop(self.letters(source) * math.sqrt(D) + self.places)
        y = self.drop(self.phones(target) * math.sqrt(D) + self.places)
        return self.stack(x, y, tgt_mask=self.later, tgt_is_causal=True) @ self.phones.weight.T


model = Model().train()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, betas=(0.9, 0.98), eps=1e-9, fused=True)
source, target = torch.randint(LETTERS, (ROWS, PLACES)), torch.randint(PHONES, (ROWS, PLACES))
following = torch.randint(PHONES, (ROWS * PLACES,))


def loss_of():
    return nn.functional.cross_entropy(model(source, target).reshape(-1, PHONES), following, label_smoothing=0.1)


if compiled:
    loss_of = torch.compile(loss_of)


def step():
    optimizer.zero_grad(set_to_none=True)
    loss = loss_of()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss


for _ in range(3):
    step()
times = []
for _ in range(steps):
    start = time.perf_counter()
    loss = step()
    times.append(1000 * (time.perf_counter() - start))
print(json.dumps({"ms": sorted(times)[len(times) // 2],
                  "peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
                  "parameters": sum(p.numel() for p in model.parameters()), "loss": loss.item()}))
'''


def measure(command, threads):
    # Threads that wait awake take time from nobody here, and PyTorch is faster with them.
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        return None
    return json.loads(done.stdout.splitlines()[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--steps", type=int, default=20)
    given = parser.parse_args()
    try:
        import torch
    except ImportError:
        sys.exit("PyTorch is not installed: pip install torch")
    print(f"PyTorch {torch.__version__}; 4 + 4 layers, d 128, ff 512, h 4, batch 64 × 16, dropout 0.1; "
          f"median of {given.rounds} rounds of {given.steps} steps")

    for threads in given.threads:
        steps = str(given.steps)
        commands = {"typeformer": [given.program, str(threads), steps]}
        for mode in "eager", "compiled":
            commands[f"PyTorch, {mode}"] = [sys.executable, "-c", PEER, str(threads), steps, mode]
        seen = {name: [] for name in commands}
        for _ in range(given.rounds):
            for name, command in commands.items():
                if seen[name] is not None:
                    result = measure(command, threads)
                    seen[name] = seen[name] + [result] if result else None
        for name in [name for name, results in seen.items() if results is None]:
            print(f"{threads} threads, {name}: does not run here")
            del seen[name]
        ms = {name: statistics.median(r["ms"] for r in results) for name, results in seen.items()}
        mib = {name: statistics.median(r["peak_mib"] for r in results) for name, results in seen.items()}
        for name in seen:
            print(f"{threads} threads, {name:18} {ms[name]:8.2f} ms {mib[name]:8.0f} MiB  "
                  f"{seen[name][0]['parameters']:,} parameters")
        ours = "typeformer"
        peers = [name for name in seen if name != ours]
        best = min(peers, key=ms.get)
        print(f"{threads} threads: {ms[best] / ms[ours]:.2f} times as fast as {best}; "
              f"{mib[ours] / mib[best]:.2f} of its memory, {mib[ours] / min(mib[p] for p in peers):.2f} of the least\n")


if __name__ == "__main__":
    main()
