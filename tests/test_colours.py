"""The page's colours as eyes with a colour vision deficiency see them.

Seats, offices and goods stay apart in the palettes that are made for these eyes, and letters can be
read on them.

The deficiencies are simulated in linear RGB: protanopia and deuteranopia by the matrices of Machado
and others (2009), tritanopia by those of Brettel and others (1997). Distances are those of the
OKLab space, in which 0.02 can just be seen.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

Colour = NDArray[np.float64]
ROOT = Path(__file__).parents[1]
SHEETS = ("hansa/views/svg/style.css", "hansa/web/static/colours.css")
SEATS = [f"seat-{owner}" for owner in "01234n"]
OFFICES = ["office-white", "office-orange", "office-pink", "office-black"]
GOODS = [f"good-{name}" for name in ("red", "orange", "yellow", "green", "blue", "brown")]
FIXED = {"office-white": "#fbfaf4", "office-black": "#3c3a3d"}
KINDS: Mapping[str, tuple[str, ...]] = {
    "red-green": ("protanopia", "deuteranopia"), "blue-yellow": ("tritanopia",),
    "contrast": ("protanopia", "deuteranopia", "tritanopia"),
}
FAR = 0.14              # apart; the usual seats are 0.05 apart at their worst for deuteranopes
MACHADO = {
    "protanopia": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    "deuteranopia": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]),
}
BRETTEL = (     # on either side of a plane of colours that stay as they are
    np.array([[1.01277, 0.13548, -0.14826], [-0.01243, 0.86812, 0.14431], [0.07589, 0.805, 0.11911]]),
    np.array([[0.93678, 0.18979, -0.12657], [0.06154, 0.81526, 0.1232], [-0.37562, 1.12767, 0.24796]]),
)
PLANE = np.array([0.0396, -0.02831, -0.01129])
CONES = np.array([[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
                  [0.0883024619, 0.2817188376, 0.6299787005]])
LAB = np.array([[0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
                [0.0259040371, 0.7827717662, -0.8086757660]])


def declared(palette: str) -> dict[str, str]:
    """The colours of a palette by the names of their variables, without the dashes before them."""
    drawn, chosen = ((ROOT / sheet).read_text(encoding="utf-8") for sheet in SHEETS)
    found = dict(re.findall(r"var\(--([\w-]+),(#\w+)\)", drawn)) | FIXED
    for selector, block in re.findall(r"([^{}]+)\{([^{}]+)\}", chosen):
        if f'[data-colours="{palette}"]' in selector:
            found |= dict(re.findall(r"--((?:seat|office|good)-[\w-]+): (#\w+)", block))
    return found


def linear(colour: str) -> Colour:
    """#rgb or #rrggbb as light."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = np.array([int(digits[at: at + 2], 16) / 255 for at in (0, 2, 4)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def seen(colour: Colour, kind: str) -> Colour:
    """What is seen of a colour."""
    matrix = MACHADO[kind] if kind in MACHADO else BRETTEL[int(colour @ PLANE < 0)]
    return np.clip(matrix @ colour, 0, 1)


def distance(one: Colour, other: Colour) -> float:
    """How far apart two colours are."""
    first, second = (LAB @ np.cbrt(CONES @ colour) for colour in (one, other))
    return float(np.linalg.norm(first - second))


def contrast(one: str, other: str) -> float:
    """As the guidelines for accessible pages measure it: 1 to 21."""
    dark, light = sorted(float(linear(colour) @ np.array([0.2126, 0.7152, 0.0722])) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("names", [SEATS, OFFICES, GOODS], ids=["seats", "offices", "goods"])
@pytest.mark.parametrize("palette", KINDS)
def test_colours_stay_apart_for_the_eyes_that_a_palette_is_for(palette: str, names: Sequence[str]) -> None:
    colours = declared(palette)
    for kind in KINDS[palette]:
        for one, other in combinations(names, 2):
            apart = distance(*(seen(linear(colours[name]), kind) for name in (one, other)))
            assert apart > FAR, (kind, one, other, apart)


def test_the_usual_colours_merge_for_some() -> None:
    """What the palettes are for: the simulation finds that orange and pink offices merge for
    tritanopes, and green and orange goods for deuteranopes."""
    usual = {name: linear(colour) for name, colour in declared("usual").items()}
    assert distance(*(seen(usual[name], "tritanopia") for name in ("office-orange", "office-pink"))) < 0.04
    assert min(distance(*(seen(usual[name], "deuteranopia") for name in pair)) for pair in combinations(GOODS, 2)) < 0.04


@pytest.mark.parametrize("palette", ["usual", *KINDS])
def test_letters_are_read_on_their_colours(palette: str) -> None:
    colours = declared(palette)
    for name in (*SEATS, *GOODS):
        kind, _, which = name.partition("-")
        ink = colours.get(f"seat-ink-{which}" if kind == "seat" else f"{name}-ink", "#fff")
        assert contrast(colours[name], ink) > (3 if palette == "usual" else 4.5), (name, ink)
    for name in OFFICES[:3] if palette != "usual" else ():
        ink = colours.get(f"{name}-ink", colours["office-ink"])
        assert contrast(colours[name], ink) > 4.5, (name, ink)
