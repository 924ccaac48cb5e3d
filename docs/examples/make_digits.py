#!/usr/bin/env python3
"""Writes digits.txt, the data of digits.cpp, beside this script: UCI's optical digits as scikit-learn has them.

A line for each of the 1,797 images of 8×8 pixels: 64 shades from 0 to g (16), a space, the digit. In scikit-learn's
order, in which the last images are by other hands than the first.

Alpaydin and Kaynak 1998, "Optical Recognition of Handwritten Digits", UCI Machine Learning Repository, CC BY 4.0.
"""
import pathlib

from sklearn.datasets import load_digits

data = load_digits()
with open(pathlib.Path(__file__).with_name("digits.txt"), "w", encoding="ascii") as file:
    for pixels, digit in zip(data.data.astype(int), data.target):
        file.write("".join("0123456789abcdefg"[p] for p in pixels) + f" {digit}\n")
