"""Kinds of move, declared once: packing, the engine's accessors, texts, messages and click targets
follow from the tables."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine_c.hansa2004.move_kinds import KINDS as KINDS_2004
from engine_c.move_kinds import Field, MoveKind, MoveKinds, games, part, written_files
from engine_c.teutonica.move_kinds import KINDS, PARTS
from hansa import State
from hansa.errors import Unreadable
from hansa.hansa2004 import move_texts as texts2004
from hansa.teutonica.move_texts import move_texts

ROOT = Path(__file__).parents[1]
HANSA = move_texts("hansa-45", 4)
EVERY_KIND = {
    "favour": "favour income pay swap move-3", "income": "income 2t1m", "place": "place m BRE-HAM",
    "displace": "displace 2m BRE-HAM with t pay tm", "lift": "lift t BRE-HAM", "claim": "claim BRE-HAM",
    "claim office": "claim BRE-HAM office BRE", "claim extra": "claim BRE-HAM extra HAM m",
    "claim develop": "claim BRE-HAM develop book", "claim special": "claim BRE-HAM special 8", "use": "use plus-4",
    "use develop": "use develop bank", "use swap": "use swap BRE 2", "end": "end", "lift piece": "lift 3m BRE-HAM",
    "drop": "drop m BRE-HAM", "drop piece": "drop 0t BRE-HAM", "put": "put t BRE-HAM",
    "put from": "put m BRE-HAM from GOS-HIL", "add": "add t BRE-HAM", "add from": "add t BRE-HAM from GOS-HIL",
    "done": "done", "remove": "remove 1t BRE-HAM", "develop": "develop privilege", "green": "green BRE m", "take": "take",
    "neutral": "neutral BRE-HAM", "neutral office": "neutral BRE-HAM office BRE", "draw": "draw swap",
    "marker": "marker plus-3 BRE-HAM",
}


@pytest.mark.parametrize("game", games())
def test_the_accessors_are_those_of_the_table(game: str) -> None:
    for path, text in written_files(game).items():
        assert path.read_text(encoding="utf-8") == text, f"run: python -m engine_c.move_kinds {game}"


def test_every_kind_of_move_is_written_read_and_packed_by_its_line() -> None:
    assert set(EVERY_KIND) == set(KINDS.names)
    for name, text in EVERY_KIND.items():
        code = HANSA.parse(text)
        kind = KINDS.of(code)
        assert kind.name == name and HANSA.text(code) == text, text
        assert kind.pack(**{field.name: field.of(code) for field in kind.fields}) == code


def test_codes_of_moves_stay_what_they_are() -> None:
    codes = {text: HANSA.parse(text) for text in EVERY_KIND.values()}
    assert codes["displace 2m BRE-HAM with t pay tm"] == 3 | HANSA.parse("claim BRE-HAM") - 5 | 5 << 17 | 3 << 21
    assert codes["income 2t1m"] == 1 | 2 << 5 | 1 << 11
    assert codes["favour income pay swap move-3"] == 2 << 5 | 1 << 11 | 5 << 14
    assert codes["use swap BRE 2"] & 31 == 12 and codes["use swap BRE 2"] >> 11 == 1
    assert codes["take"] == 25 and codes["draw swap"] == 28 | 1 << 5
    assert texts2004.parse("found LUB") >> 4 == texts2004.parse("sail LUB") >> 4


@pytest.mark.parametrize(("text", "message"), [
    ("", "it is empty"),
    ("fly BRE-HAM", "no move begins with 'fly'; moves begin with add, claim, develop, displace, done, draw, drop, end"),
    ("place t", "it should read 'place K ROUTE'"), ("end now", "it should read 'end'"),
    ("place x BRE-HAM", "unknown kind of piece 'x'; choose one of t, m"),
    ("place t BRE-XXX", "there is no route 'BRE-XXX' on the board hansa-45"),
    ("place t BRE-HAM/ship", "there are no ships on the route BRE-HAM"),
    ("displace 2t BRE-HAM by t pay t", "it should read 'displace PIECE ROUTE with K pay KK'"),
    ("displace 5t BRE-HAM with t pay t", "'5t' does not name a piece: write a seat and a kind, such as '1t'"),
    ("displace 2t BRE-HAM with t pay ttt", "unknown payment 'ttt'; choose one of t, m, tt, tm, mm"),
    ("lift t BRE-XXX", "there is no route 'BRE-XXX'"), ("lift q BRE-HAM", "'q' does not name a piece"),
    ("put t", "it should read 'put K ROUTE' or 'put K ROUTE from ROUTE'"),
    ("claim BRE-HAM office", "it should read 'claim ROUTE office CITY'"),
    ("claim BRE-HAM castle BRE", "'castle' does not fit after 'claim bre-ham'; choose office, extra, develop or special"),
    ("claim BRE-HAM develop castle", "unknown track 'castle'; choose one of keys, actions, privilege, book, bank"),
    ("claim BRE-HAM special 6", "unknown special space '6'; choose one of"),
    ("use extra-office", "an extra office is placed in a claim: 'claim ROUTE extra CITY K' [T38]"),
    ("use develop", "it should read 'use develop TRACK'"),
    ("use swap BRE 0", "'0' does not name an office: write the number of the left one of the two, counted from 1"),
    ("income 0t", "'0t' is not an amount: write one like '2t1m'"),
    ("favour income pay swap castle", "unknown marker 'castle'"),
])
def test_a_text_that_is_no_move_is_told_what_would_be(text: str, message: str) -> None:
    with pytest.raises(Unreadable, match=re.escape(message)):
        HANSA.parse(text)


def test_pairs_and_payments_are_read_in_any_order() -> None:
    assert HANSA.parse("favour income pay move-3 swap") == HANSA.parse("favour income pay swap move-3")
    assert HANSA.text(HANSA.parse("displace 2m BRE-HAM with t pay mt")) == "displace 2m BRE-HAM with t pay tm"


def test_every_kind_of_move_says_what_to_click() -> None:
    targets = {text: HANSA.targets(HANSA.parse(text), seat=2) for text in EVERY_KIND.values()}
    assert targets["displace 2m BRE-HAM with t pay tm"] == ("piece 2m BRE-HAM", "kind t")
    assert targets["put m BRE-HAM from GOS-HIL"] == ("piece 2m GOS-HIL", "free BRE-HAM")
    assert targets["claim BRE-HAM extra HAM m"] == ("route BRE-HAM", "city HAM", "marker extra-office", "kind m")
    assert targets["use swap BRE 2"] == ("marker swap", "city BRE")
    assert targets["lift t BRE-HAM"] == ("piece 2t BRE-HAM",) and targets["lift 3m BRE-HAM"] == ("piece 3m BRE-HAM",)
    assert {text for text, found in targets.items() if not found} == {"end", "done", "take", "draw swap"}
    assert texts2004.targets_of(texts2004.parse("buy red2"), "LUB") == ("city LUB",)


def test_a_table_that_contradicts_itself_is_refused() -> None:
    near, far = part(Field("near", 4, 6), "X"), part(Field("far", 8, 6), "Y")
    parts = {each.name: each for each in (near, far)}
    with pytest.raises(ValueError, match="overlaps"):
        MoveKinds(4, [MoveKind("go", 0, parts, "go {near} {far}", ())])
    with pytest.raises(ValueError, match="overlaps"):
        MoveKinds(5, [MoveKind("go", 0, parts, "go {near}", ())])
    with pytest.raises(ValueError, match="numbered from 0"):
        MoveKinds(4, [MoveKind("go", 1, parts, "go {near}", ())])


def test_nothing_but_the_tables_knows_where_the_bits_are() -> None:
    allowed = {path for game in games() for path in written_files(game)}
    for path in [*ROOT.glob("engine_c/**/*.p[yx]*"), *ROOT.glob("hansa/**/*.py")]:
        if path not in allowed and path.name != "move_kinds.py":
            assert not re.search(r"move_[ab]\b|\bSHIFT_|\bmove\w* *>> *\d", path.read_text(encoding="utf-8")), path


def test_the_action_numbers_of_the_document_are_those_of_the_tables() -> None:
    page = (ROOT / "docs" / "formats" / "spaces.md").read_text(encoding="utf-8")
    document = page.partition("## 11.")[2].partition("## 12.")[0]
    teutonica, _, hansa2004 = document.partition("### Hansa (2004)")
    for kinds, section in ((KINDS, teutonica), (KINDS_2004, hansa2004)):
        column = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
        verbs = [form.split()[0] for cell in column for form in re.findall(r"`([^`]+)`", cell)]
        in_blocks = [kind.form[0] for kind in kinds.in_blocks]
        # `use plus-3`, `plus-4` and so on are one kind; boards have names too.
        named = [verb for verb in verbs if verb in set(in_blocks)]
        assert named == in_blocks


def test_a_move_of_the_table_is_the_engine_s() -> None:
    state = State.new(board="hansa-45", players=4, seed=7)
    place = KINDS.by_name["place"]
    slot = PARTS["slot"].fields[0]
    codes = [code for code in state.legal_moves.codes if KINDS.of(code) is place]
    assert codes == [place.pack(slot=slot.of(code), piece_kind=0) for code in codes if code >> 17 == 0] + [
        place.pack(slot=slot.of(code), piece_kind=1) for code in codes if code >> 17 == 1]
