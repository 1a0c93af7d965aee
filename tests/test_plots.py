"""Plots, mark by mark: where it is, which colour it has, what a pointer over it shows."""

from __future__ import annotations

import re

import pytest

from hansa.tournaments.plots import Axis, Interval, intervals, lines, stacks

MANY = [f"bot {number}" for number in range(34)]


def test_colours_come_again_after_eight_and_then_with_dashes() -> None:
    svg = lines({name: [(0.0, number), (1.0, number + 1)] for number, name in enumerate(MANY)}, "T", "x")
    assert re.findall(r'<g class="c(\d+)"><title>bot (\d+)</title>', svg) == [
        (str(place % 8), str(place)) for place in range(34)]
    assert re.findall(r'points="[^"]*"( stroke-dasharray="[^"]*")?/>', svg) == [
        *[""] * 8, *(f' stroke-dasharray="{dashes}"' for dashes in ("7 3", "2 3", "9 3 2 3") for _ in range(8)), "", ""]
    dots = intervals([Interval(name, number, None) for number, name in enumerate(MANY)], "T")
    assert re.findall(r'<g class="c(\d)">', dots) == [str(place % 8) for place in range(34)]


def test_bars_after_the_eighth_are_pale() -> None:
    svg = stacks({"a": dict.fromkeys(MANY, 1.0)}, "T")
    legend, bars = svg.split('<text class="label" x="220"')
    wanted = [(str(place % 8), ' fill-opacity="0.45"' if place // 8 % 2 else "") for place in range(34)]
    assert re.findall(r'<g class="c(\d)"><rect [^/]*?height="12"( fill-opacity="0.45")?/>', legend) == wanted
    assert re.findall(r'<g class="c(\d)"><title>.*?height="18"( fill-opacity="0.45")?/>', bars) == wanted


def test_an_interval_is_a_dot_a_whisker_and_a_hint() -> None:
    svg = intervals([Interval("<ada>", 100, 50), Interval("b" * 40, -100.4, None), Interval("cy", -0.2, 0)], "E & s")
    assert "<figcaption>E &amp; s</figcaption>" in svg and 'viewBox="0 0 760 138"' in svg and 'aria-label="E &amp; s"' in svg
    assert re.findall("<title>(.*?)</title>", svg) == ["&lt;ada&gt;: +100 ± 50", f"{'b' * 40}: -100 ± ?", "cy: +0 ± 0"]
    # The axis goes from -150 to 150, between 230 and 740.
    assert re.findall(r'class="whisker" x1="([\d.]+)" x2="([\d.]+)" y1="([\d.]+)" y2="([\d.]+)"', svg) == [
        ("570.0", "740.0", "43.0", "43.0"), ("314.3", "314.3", "69.0", "69.0"), ("484.7", "484.7", "95.0", "95.0")]
    assert re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="5"', svg) == [
        ("655.0", "43.0"), ("314.3", "69.0"), ("484.7", "95.0")]
    assert re.findall(r'class="label" x="220" y="([\d.]+)" text-anchor="end">(.*?)<', svg) == [
        ("47.0", "&lt;ada&gt;"), ("73.0", "b" * 31 + "…"), ("99.0", "cy")]
    assert re.findall(r'class="tick" x="([\d.]+)" y="122" text-anchor="middle">(.*?)<', svg) == [
        ("230.0", "-150"), ("315.0", "-100"), ("400.0", "-50"), ("485.0", "0"), ("570.0", "50"), ("655.0", "100"),
        ("740.0", "150")]
    assert 'class="grid" x1="315.0" x2="315.0" y1="22" y2="108"' in svg


def test_lines_end_in_their_names() -> None:
    svg = lines({"ada": [(0, 0), (10, 60)], "ben": [(0, 60), (10, 59)], "none": [], "c" * 30: [(5, 30)]}, "T", "games & blocks")
    assert re.findall('points="(.*?)"', svg) == ["60.0,270.0 570.0,12.0", "60.0,12.0 570.0,16.3", "315.0,141.0"]
    assert re.findall(r'class="label" x="580" y="([\d.]+)">(.*?)<', svg) == [
        ("16.0", "ada"), ("30.0", "ben"), ("145.0", "c" * 23 + "…")]
    assert '<text class="tick" x="315.0" y="298" text-anchor="middle">games &amp; blocks</text>' in svg
    assert re.findall(r'class="tick" x="54" y="([\d.]+)" text-anchor="end">(.*?)<', svg)[:2] == [
        ("274.0", "0"), ("231.0", "10")]
    assert 'class="grid" x1="60" x2="570" y1="270.0" y2="270.0"' in svg and 'viewBox="0 0 760 300"' in svg
    assert 'viewBox="0 0 760 518"' in lines({name: [(0.0, 1.0)] for name in MANY}, "T", "x"), "high enough for all names"


def test_bars_are_as_long_as_their_parts() -> None:
    svg = stacks({"<a>": {"x": 3, "y": 1, "z": -5}, "b" * 40: {"y": 6}}, "T", "{:.0%}")
    assert re.findall("<title>(.*?)</title>", svg) == [
        "&lt;a&gt;, x: 300%", "&lt;a&gt;, y: 100%", "&lt;a&gt;, z: 0%", f"{'b' * 40}, x: 0%", f"{'b' * 40}, y: 600%",
        f"{'b' * 40}, z: 0%"]
    assert re.findall(r'<rect x="([\d.]+)" y="(\d+)" width="([\d.]+)" height="18"', svg) == [
        ("230.0", "52", "240.0"), ("470.0", "52", "80.0"), ("550.0", "52", "0.0"),
        ("230.0", "78", "0.0"), ("230.0", "78", "480.0"), ("710.0", "78", "0.0")]
    assert re.findall(r'class="tick" x="([\d.]+)" y="(\d+)">(.*?)<', svg) == [("556.0", "65", "400%"), ("716.0", "91", "600%")]
    assert re.findall(r'<rect x="([\d.]+)" y="8".*?<text class="label" x="([\d.]+)" y="18">(.)<', svg) == [
        ("10.0", "27.0", "x"), ("256.7", "273.7", "y"), ("503.3", "520.3", "z")]
    assert 'y="8" width' not in stacks({"a": {"x": 3}}, "T"), "one part needs no legend"


@pytest.mark.parametrize(("values", "low", "high", "step"), [
    ((), 0, 1, 0.2), ((5,), 4, 6, 0.5), ((0, 60), 0, 60, 10), ((0, 61), 0, 80, 20), ((-3, 1200), -500, 1500, 500),
    ((0.25, 0.55), 0.2, 0.6, 0.1),
])
def test_an_axis_has_round_ticks(values: tuple[float, ...], low: float, high: float, step: float) -> None:
    axis = Axis.over(values, 100, 300)
    assert (axis.low, axis.high, axis.step) == pytest.approx((low, high, step))
    assert axis.at(axis.low) == 100 and axis.at(axis.high) == pytest.approx(300)
    assert axis.ticks[0] == axis.low and axis.ticks[-1] == pytest.approx(axis.high)


@pytest.mark.parametrize(("rough", "step"), [
    (1, 1), (1.01, 2), (2, 2), (3, 5), (5.1, 10), (10, 10), (99, 100), (0.3, 0.5), (0.11, 0.2),
])
def test_steps_are_one_two_or_five_times_a_power_of_ten(rough: float, step: float) -> None:
    assert Axis.over([0, 6 * rough], 0, 1).step == pytest.approx(step)


@pytest.mark.parametrize(("ends", "heights"), [
    ((60, 0), (16, 274)), ((60, 59, 58, 0), (16, 30, 44, 274)), ((60, 1, 0), (16, 260, 274)),
    ((60, 2, 1, 0), (16, 246, 260, 274)), ((60, 30, 30, 0), (16, 145, 159, 274)),
])
def test_names_of_lines_do_not_touch(ends: tuple[float, ...], heights: tuple[float, ...]) -> None:
    """Nor do they leave the plot, whose values go from 60, at the top, to 0."""
    svg = lines({f"n{number}": [(0, end), (1, end)] for number, end in enumerate(ends)}, "T", "x")
    assert sorted(map(float, re.findall(r'class="label" x="580" y="([\d.]+)"', svg))) == list(heights)
