#!/usr/bin/env python3
"""Tests of the program `typeformer` from outside.

    cli_test.py PROGRAM REFERENCE [unittest's arguments, such as streams_test]

REFERENCE is a folder with weights.safetensors, a model; greedy.tsv, words and the phones that PyTorch gives for them
with this model; and dev.tsv, words and how they are said.
"""

import os
import sys
import unittest

if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    os.environ["TYPEFORMER_PROGRAM"], os.environ["TYPEFORMER_REFERENCE"] = sys.argv[1:3]
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    sys.dont_write_bytecode = True
    # tests/meson.build has the same names.
    tests = ["describe_test", "evaluate_test", "model_test", "pronounce_test", "score_test", "streams_test",
             "train_architectures_test", "train_files_test", "train_resume_test", "train_test", "train_weights_test",
             "usage_test"]
    unittest.main(module=None, argv=sys.argv[:1] + (sys.argv[3:] or tests))
