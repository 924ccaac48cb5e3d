"""Writes the command build/bench/compare: launcher.py OUTPUT SOURCES PRONOUNCE_WEIGHTS NAME=PROGRAM…"""

import os
import sys

output, sources, pronounce, *programs = sys.argv[1:]
commands = {name: [os.path.abspath(path)] for name, path in (p.split("=", 1) for p in programs)}
ours, limits = commands.pop("typeformer"), commands.pop("limits")
folder = os.path.join(sources, "compare")
script = f"""#!/usr/bin/env python3
import sys

sys.path.insert(0, {folder!r})
sys.dont_write_bytecode = True
from main import main

peers = {commands!r}
for name, file in (
    ("PyTorch", "pytorch.py"),
    ("ONNX Runtime", "onnx_runtime.py"),
    ("CTranslate2", "ctranslate2_models.py"),
):
    peers[name] = [sys.executable, "-B", {os.path.join(sources, "peers")!r} + "/" + file]
main({ours!r}, {limits!r}, peers, {pronounce!r})
"""
with open(output, "w") as file:
    file.write(script)
os.chmod(output, 0o755)
