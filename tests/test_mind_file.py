"""Files of weights: what is written is read again, and what is damaged or foreign is refused in one
line."""

from __future__ import annotations

import json
import struct
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine_c.mind import NET_HIDDEN, NET_SECOND
from engine_c.search.options import SearchSettings
from hansa import State
from hansa.board_entry import BoardSetup
from hansa.bots.registry import make_bot
from hansa.games import GAMES, mind_for
from hansa.mind_file import Minds, floats, minds_of, read_minds, write_minds
from hansa.training.fit import kept
from hansa.vocabulary import MindError, UnknownWeight
from tests.minds import minds_with, part_of

# Weights of a net behind its first layer
BEHIND = NET_HIDDEN + NET_HIDDEN * NET_SECOND + 2 * NET_SECOND + 1


def net_for(state: State, value: float = 0.01) -> Any:
    """A net for the board of a state, all weights alike."""
    return np.full(state.position.input_count * NET_HIDDEN + BEHIND, value, np.float32)


def written(path: Path, minds: Minds) -> bytes:
    write_minds(path, minds, GAMES[minds.game].vocabulary)
    return path.read_bytes()


def changed(content: bytes, change: Any) -> bytes:
    """The same file with another header and the right checksum."""
    length = struct.unpack("<I", content[12:16])[0]
    header = json.loads(content[16 : 16 + length])
    header = change(header) or header
    text = json.dumps(header).encode()
    inner = content[:8] + struct.pack("<II", 1, len(text)) + text + content[16 + length : -4]
    return inner + struct.pack("<I", zlib.crc32(inner))


@pytest.mark.parametrize(("made", "known"), [({"by": "hansa train"}, {"by": "hansa train"}), (5, {}), (None, {}), ([], {})])
def test_how_weights_were_made_is_known_or_not(made: object, known: dict[str, str], tmp_path: Path) -> None:
    content = written(tmp_path / "new.bin", minds_with("teutonica"))
    found = minds_of(changed(content, lambda header: header.update(made=made)), GAMES["teutonica"].vocabulary, "teutonica")
    assert found.made == known


def test_minds_that_were_made_are_no_part_of_what_is_compared() -> None:
    """They are made on demand, and kept by whoever was asked alone."""
    minds = minds_with("teutonica")
    other, usual = replace(minds), minds.of("east", 3)
    assert minds.of() is usual and minds == other and repr(minds) == repr(other) and "Mind object" not in repr(minds)
    own = minds.with_part(BoardSetup("east", 3), part_of("teutonica", {"prestige": (1.0, 1.0)}))
    assert own.of("east", 3) is not usual and own.of("east", 3) is own.of("east", 3) and minds.of("east", 3) is usual
    assert own.of("east", 4) is own.of() is not usual


@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_is_read_again(game: str, tmp_path: Path) -> None:
    vocabulary = GAMES[game].vocabulary
    first, last = vocabulary.evaluation[0], vocabulary.evaluation[-1]
    minds = minds_with(
        game, policy={vocabulary.policy[1]: 0.75}, evaluation={first: (1.5, -2.5), last: (0.0, 3.0)},
        points={vocabulary.categories[-1]: (4.5, 4.5)})
    state = State.from_setup({"game": game, **vocabulary.usual}, seed=1)
    board = GAMES[game].board(state.position)
    minds = minds.with_part(BoardSetup(board, 2), part_of(game, {first: (7.0, 7.0)}, net_for(state)))
    path = tmp_path / "mind.bin"
    written(path, minds)
    again = read_minds(path, vocabulary, game)
    assert (again.game, again.plan, list(again.policy)) == (game, minds.plan, list(minds.policy))
    assert np.array_equal(again.usual.evaluation, minds.usual.evaluation) and again.usual.net is None
    assert np.array_equal(again.usual.points, minds.usual.points)
    assert again.usual.settings == minds.usual.settings == SearchSettings()
    part = again.parts[BoardSetup(board, 2)]
    assert part.evaluation[0] == 7 and part.net is not None
    assert np.array_equal(part.net, net_for(state).astype(np.float16).astype(np.float32))
    assert written(tmp_path / "again.bin", again) == path.read_bytes()      # 16 bits stay 16 bits


def test_a_part_may_have_a_plan_of_its_own(tmp_path: Path) -> None:
    vocabulary, setup = GAMES["teutonica"].vocabulary, BoardSetup("hansa-23", 2)
    taste = tuple(vocabulary.taste(marker=3.25))
    minds = minds_with("teutonica")
    minds = minds.with_part(setup, replace(minds.usual, plan=taste))
    path = tmp_path / "mind.bin"
    written(path, minds)
    again = read_minds(path, vocabulary, "teutonica")
    assert again.parts[setup].plan == taste and again.usual.plan is None
    start = State.new(board="hansa-23", players=2, seed=1).position
    ends = []
    for mind in (again.of(*setup), again.of("hansa-23", 3), again.with_plan(taste).of("hansa-23", 3)):
        end = start.copy()
        end.play_on(mind, 1, 4000)
        ends.append(end.scores())
    assert ends[0] == ends[2] != ends[1]
    assert again.with_plan(vocabulary.taste()).parts[setup].plan is None  # one for all setups


def test_a_net_that_fits_the_policy_is_kept_once_for_all_parts(tmp_path: Path) -> None:
    vocabulary = GAMES["teutonica"].vocabulary
    size = (1 + len(vocabulary.evaluation)) * NET_HIDDEN + NET_HIDDEN + (NET_HIDDEN + 1) * (len(vocabulary.policy) + 1)
    nets = [np.random.default_rng(seed).normal(0, 0.1, size).astype(np.float16).astype(np.float32) for seed in (1, 2)]
    minds = minds_with("teutonica")
    sizes = []
    for second in nets:
        both = minds.with_part(BoardSetup("hansa-23", 2), replace(minds.usual, policy_net=floats(nets[0], nets[0].shape)))
        both = both.with_part(BoardSetup("hansa-23", 3), replace(minds.usual, policy_net=floats(second, second.shape)))
        sizes.append(len(written(tmp_path / "mind.bin", both)))
        again = read_minds(tmp_path / "mind.bin", vocabulary, "teutonica")
        assert again.usual.policy_net is None
        for players, net in zip((2, 3), (nets[0], second), strict=True):
            kept = again.parts[BoardSetup("hansa-23", players)].policy_net
            assert kept is not None and np.array_equal(kept, net)
    assert sizes[1] - sizes[0] == pytest.approx(2 * size, abs=20)


def test_files_of_the_first_version_are_read(tmp_path: Path) -> None:
    """Their points know nothing of the net."""
    state, setup = State.new(board="hansa-23", players=2, seed=1), BoardSetup("hansa-23", 2)
    part = part_of("teutonica", net=net_for(state), points={"network": (1.0, 2.0)})
    points = np.asarray(part.points)
    assert not points[:, -NET_SECOND:].any()
    narrow = replace(part, points=kept(points[:, :-NET_SECOND]))
    content = bytearray(written(tmp_path / "new.bin", minds_with("teutonica").with_part(setup, narrow)))
    content[8:12] = struct.pack("<I", 1)
    content[-4:] = struct.pack("<I", zlib.crc32(content[:-4]))
    path = tmp_path / "old.bin"
    path.write_bytes(content)
    again = read_minds(path, GAMES["teutonica"].vocabulary, "teutonica")
    assert np.array_equal(again.parts[setup].points, part.points)
    assert again.of(*setup).points_weights == np.asarray(part.points).size


def test_every_setup_is_judged_by_its_own_part() -> None:
    minds = minds_with("teutonica").with_part(BoardSetup("east", 3), part_of("teutonica", {"prestige": (1.0, 1.0)}))
    assert minds.of("east", 3) is minds.of("east", 3) is not minds.of("east", 4)
    assert minds.of("east", 4) is minds.of("hansa-45", 4) is minds.of()
    data = State.new(board="east", players=3, seed=1).to_json()
    data["desks"][1]["prestige"] = 9
    position = State.from_json(data).position
    assert position.evaluate(minds.of("east", 3))[1] > 0.9 > 0.4 > position.evaluate(minds.of())[1]


def test_the_minds_that_come_with_the_package_are_for_every_board() -> None:
    for game in GAMES.values():
        for entry in game.entries():
            for players in entry.players:
                state = State.new(board=entry.name, players=players, seed=1)
                values = state.position.evaluate(mind_for(game.name, state.position))
                assert sum(values) == pytest.approx(1, abs=1e-5)


def test_a_player_thinks_with_a_file(tmp_path: Path) -> None:
    """A net that says that seat 1 has all but won changes what the search expects."""
    state = State.new(board="hansa-23", players=2, seed=1)
    path = tmp_path / "mind.bin"
    written(path, minds_with("teutonica", evaluation={"wait": (30.0, 30.0)}))
    bot = make_bot(f"mcts:simulations=20,cut=0,leaf=evaluation,mind={path}", seed=1)
    bot.choose(state)
    usual = make_bot("mcts:simulations=20,cut=0,leaf=evaluation", seed=1)
    usual.choose(state)
    assert bot.opinion and usual.opinion and bot.opinion.values != usual.opinion.values


@pytest.mark.parametrize(("name", "taught", "other"), [("cut", 7, 80), ("exploration", 0.1, 0.4), ("temperature", 4.0, 1.0)])
def test_the_settings_of_a_mind_hold_unless_the_search_says_otherwise(
        tmp_path: Path, name: str, taught: float, other: float) -> None:
    state = State.new(board="hansa-23", players=2, seed=1)
    path = tmp_path / "mind.bin"
    content = written(path, minds_with("teutonica", evaluation={"prestige": (0.5, 0.5), "supply t": (0.1, 0.1)}, policy={
        "place: merchant": 3.0}))
    path.write_bytes(changed(content, lambda header: header["parts"][0].update({name: taught})))

    def values(options: str) -> object:
        bot = make_bot(f"mcts:simulations=60,advice=0,mind={path}{options}", seed=1)
        bot.choose(state)
        return bot.opinion and bot.opinion.values

    assert values("") == values(f",{name}={taught}") != values(f",{name}={other}")


def bad(content: bytes) -> dict[str, bytes]:
    """Files that are none, by what is said of them."""
    def part(**members: Any) -> Any:
        return lambda header: header["parts"][0].update(members)

    def without(*names: str) -> Any:
        return lambda header: {name: value for name, value in header.items() if name not in names}

    where = {"at": 0, "shape": [4], "type": "f4"}
    return {
        "this is not a file of weights": b"{}",
        "a file of weights has 20 bytes": content[:12],
        "has version 9": content[:8] + struct.pack("<I", 9) + content[12:],
        "its checksum is wrong": content[:-40],
        "checksum is wrong: the file is damaged": content[:300] + bytes([content[300] ^ 1]) + content[301:],
        "for the game 'chess'": changed(content, lambda header: header.update(game="chess")),
        "its features are not those": changed(content, lambda header: header["features"].reverse()),
        "its categories are not those": changed(content, without("categories")),
        "its parts should be a list": changed(content, without("parts")),
        "no part for setups without": changed(content, lambda header: header.update(parts=[])),
        "a part should be an object": changed(content, lambda header: header.update(parts=[1])),
        "a part has no luck": changed(content, part(luck=1)),
        "a part needs a board and a number": changed(content, part(board="east")),
        "where the evaluation of a part begin": changed(content, part(evaluation=None)),
        "where the points of a part begin": changed(content, part(points={**where, "at": 1 << 40})),
        "where the net of a part begin": changed(content, part(net={**where, "shape": [-1]})),
        "weights of a part are not as many": changed(content, part(evaluation=where)),
        "a part's cut must be a whole number, not '20'": changed(content, part(cut="20")),
        "a part's cut must be from 0 to 1000, not 1001": changed(content, part(cut=1001)),
        "a part's exploration must be from 0 to 1000, not -1": changed(content, part(exploration=-1)),
        "a part's temperature must be from 0.01 to 1000, not 0": changed(content, part(temperature=0)),
        "policy has no kindness": changed(content, lambda header: header["policy"].update(kindness=1)),
        "a part has no bravery, luck": changed(content, part(luck=1, bravery=2)),
        "a taste has no fear": changed(content, part(plan={"fear": 1})),
        "a taste has no courage": changed(content, lambda header: header["plan"].update(courage=1)),
        "office should be a number, not 'True'": changed(content, lambda header: header["policy"].update(office=True)),
        "its header should be an object": changed(content, lambda header: [1]),
    }


def content_of_a_file(tmp_path: Path) -> bytes:
    return written(tmp_path / "good.bin", minds_with("teutonica"))


@pytest.mark.parametrize("message", sorted(bad(changed(
    b"HANSAMND" + struct.pack("<II", 1, 2) + b"{}" + bytes(400),
    lambda header: {"features": [], "policy": {}, "plan": {}, "parts": [{}]}))))
def test_files_that_are_none_are_refused(message: str, tmp_path: Path) -> None:
    path = tmp_path / "mind.bin"
    path.write_bytes(bad(content_of_a_file(tmp_path))[message])
    with pytest.raises(MindError, match=r"mind\.bin: ") as caught:
        read_minds(path, GAMES["teutonica"].vocabulary, "teutonica")
    assert message in str(caught.value) and "\n" not in str(caught.value)
    with pytest.raises(MindError, match=r"mind\.bin: "):
        make_bot(f"mcts:mind={path}")


def test_a_weight_that_is_no_number_is_refused(tmp_path: Path) -> None:
    content = content_of_a_file(tmp_path)
    length = struct.unpack("<I", content[12:16])[0]
    inner = content[: 16 + length] + struct.pack("<f", float("nan")) + content[20 + length : -4]
    with pytest.raises(MindError, match="not a number"):
        minds_of(inner + struct.pack("<I", zlib.crc32(inner)), GAMES["teutonica"].vocabulary, "teutonica")


def test_the_weights_of_one_game_are_not_for_the_other(tmp_path: Path) -> None:
    path = tmp_path / "mind.bin"
    written(path, minds_with("hansa2004"))
    with pytest.raises(UnknownWeight):
        read_minds(path, GAMES["teutonica"].vocabulary, "teutonica")
    bot = make_bot(f"mcts:simulations=5,mind={path}")
    with pytest.raises(MindError, match="'hansa2004'"):
        bot.choose(State.new(seed=1))


@pytest.mark.parametrize("style", ["", ",style=blocker"])
def test_a_bot_reads_its_file_once(style: str, tmp_path: Path) -> None:
    """Not before every decision: a file that changes would change it in the middle of a game, and
    its trees would be lost."""
    path, state = tmp_path / "mind.bin", State.new(seed=1)
    written(path, minds_with("teutonica"))
    bot = make_bot(f"mcts:simulations=5,mind={path}{style}")
    state.play(bot.choose(state))
    path.unlink()
    assert bot.choose(state) in state.legal_moves


def test_a_file_that_is_not_there_or_never_ends_is_one_line(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere.bin", tmp_path, Path("/dev/zero")):
        with pytest.raises(MindError, match=str(path)) as caught:
            read_minds(path, GAMES["teutonica"].vocabulary, "teutonica")
        assert "\n" not in str(caught.value)


def test_a_net_for_another_board_is_refused() -> None:
    small, large = State.new(board="hansa-23", players=2, seed=1), State.new(board="hansa-45", players=4, seed=1)
    mind = minds_with("teutonica", net=net_for(small)).of()
    assert small.position.evaluate(mind)
    with pytest.raises(ValueError, match="another board"):
        large.position.evaluate(mind)
