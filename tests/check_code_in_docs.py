#!/usr/bin/env python3
"""Checks that code in the documentation is code that is compiled.

usage: check_code_in_docs.py PAGE.md SOURCE.cpp [PAGE.md SOURCE.cpp ...]

Every block marked cpp on a page must stand in its source, line by line; white space at the ends of lines is ignored.
"""
import re
import sys


def lines(text):
    return [line.rstrip() for line in text.strip("\n").split("\n")]


def stands_in(block, source):
    return any(source[i:i + len(block)] == block for i in range(len(source) - len(block) + 1))


def main(arguments):
    bad = 0
    for page, source in zip(arguments[::2], arguments[1::2]):
        blocks = re.findall(r"^```cpp\n(.*?)^```", open(page, encoding="utf-8").read(), re.M | re.S)
        code = lines(open(source, encoding="utf-8").read())
        if not blocks:
            print(f"{page}: there is no block of code")
            bad += 1
        for block in blocks:
            if not stands_in(lines(block), code):
                print(f"{page}: this block does not stand in {source}:\n{block}")
                bad += 1
        print(f"{page}: {len(blocks)} blocks of code")
    return 1 if bad else 0


sys.exit(main(sys.argv[1:]))
