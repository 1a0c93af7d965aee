"""Messages and catalogues: complete, with the same fields, and told in German where people look."""

from __future__ import annotations

import io
import itertools
import json
import pickle
import re
from pathlib import Path

import pytest

from hansa.cli import main
from hansa.errors import MoveError, StateError
from hansa.judgement import CATEGORY_NAMES
from hansa.languages import ENGLISH, Language, UnknownLanguage, chosen_language, language, languages
from hansa.languages.po import Catalogue, PoEntry, read_po, write_po
from hansa.phrases import counted, joined, listed, say, seat, term
from hansa.record import Record, append_record, play_random
from hansa.rules_page import NoSuchRule, rules_page
from hansa.state import State
from hansa.table.choices import examples
from hansa.views import views_of
from hansa.web.bot_list import bot_list
from tests.translations import FOLDER, fields_of, messages, of_python, of_script, updated

CATALOGUES = sorted(FOLDER.glob("*.po"))
GERMAN = language("de")
RULE = re.compile(r"\b[TH]\d+\b")
# English words that no German text has.
ENGLISH_WORDS = re.compile(
    r"\b(the|of|with|from|takes?|places?|claims?|turns?|seat|trader|merchant|route|office|house|your|is|are|no|left|end of|"
    r"action|actions|points|player|marker|and|for|by|to|ends)\b", re.IGNORECASE)


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_a_catalogue_has_every_message_of_the_sources_and_no_other(path: Path) -> None:
    """If not: `python -m tests.translations`, then translate what is empty."""
    catalogue = read_po(path.read_text(encoding="utf-8"))
    wanted = updated(catalogue)
    assert sorted(catalogue.entries) == sorted(wanted.entries)
    assert catalogue == wanted and write_po(catalogue) == path.read_text(encoding="utf-8")
    assert [key for key, entry in catalogue.entries.items() if not all(entry.forms)] == []


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_a_translation_has_the_fields_of_its_message(path: Path) -> None:
    for key, entry in read_po(path.read_text(encoding="utf-8")).entries.items():
        assert entry.many == "" or fields_of(entry.many) == fields_of(key), key
        for form in entry.forms:
            assert fields_of(form) == fields_of(key), key
            assert sorted(RULE.findall(form)) == sorted(RULE.findall(key)), key


def test_german_is_german() -> None:
    """What is typed stays English; so do names of boards and the like."""
    quoted = re.compile(r"'[^']*'|\{[^}]*\}|hansa \w+(?: --\w+)?|--\w+|\bmoves \{stem\}|`[^`]*`|\w+(?:-\w+)+")
    odd = [form for entry in GERMAN.entries.values() for form in entry.forms
           if len(set(map(str.lower, ENGLISH_WORDS.findall(quoted.sub("", form))))) > 1]
    assert odd == []


def test_messages_are_found_in_sources_of_both_kinds() -> None:
    own = "from hansa.phrases import counted, phrases, say, term\n"
    source = own + 'x = [say("a {b}", b=1), counted("one", "many", 2), term("code", "word")]\nT = phrases({"k": "in a table"})'
    assert [(found.key, found.many) for found in of_python(source, "x.py")] == [
        ("a {b}", ""), ("one", "many"), ("word", ""), ("in a table", "")]
    with pytest.raises(ValueError, match=r"x\.py:2: a message must be a literal"):
        list(of_python(own + 'counted(f"{n} things", "things", 2)', "x.py"))
    script = 'const a = t("Ask " + "me", { n }); const b = tn("{count} move", "{count} moves", 3); part("x"); start("y");'
    assert [(found.key, found.many) for found in of_script(script, "x.js")] == [
        ("Ask me", ""), ("{count} move", "{count} moves")]
    assert len(messages()) > 500


# --- phrases ------------------------------------------------------------------------------------

def test_what_is_in_a_phrase_is_told_too() -> None:
    tongue = Language("xx", decimal=",", entries={
        "{piece} of {player}": PoEntry("", ("{player}: {piece}",)), "a trader": PoEntry("", ("ein Händler",)),
        "Red": PoEntry("", ("Rot",)),
        "{first} and {last}": PoEntry("", ("{first} und {last}",)), "{share:.1%}": PoEntry("", ("{share:.1%}",)),
    })
    phrase = say("{piece} of {player}", piece=say("a trader"), player=seat(0))
    assert (str(phrase), ENGLISH.tell(phrase)) == ("a trader of seat 0", "a trader of Red")
    assert tongue.tell(phrase) == "Rot: ein Händler"
    assert tongue.tell(joined("; ", [phrase, "x", seat(1)])) == "Rot: ein Händler; x; Green"
    assert tongue.tell(listed([seat(0), seat(1), seat(2)])) == "Rot, Green und Blue"
    assert (tongue.tell(say("{share:.1%}", share=0.125)), ENGLISH.tell(say("{share:.1%}", share=0.125))) == ("12,5%", "12.5%")
    # A plain string is somebody's name, or what was typed
    assert tongue.tell("a trader") == "a trader"
    assert (str(term("plus-3", "+3 actions")), ENGLISH.tell(term("plus-3", "+3 actions"))) == ("plus-3", "+3 actions")


@pytest.mark.parametrize(("count", "told"), [(0, "0 Züge"), (1, "1 Zug"), (2, "2 Züge")])
def test_forms_follow_the_count(count: int, told: str) -> None:
    tongue = Language("xx", entries={"{count} move": PoEntry("", ("{count} Zug", "{count} Züge"))})
    assert tongue.tell(counted("{count} move", "{count} moves", count)) == told
    few = Language("xx", plural="n == 1 ? 0 : n < 5 ? 1 : 2", entries={"{count} move": PoEntry("", ("a", "b", "c"))})
    assert [few.tell(counted("{count} move", "{count} moves", number)) for number in (1, 4, 5)] == ["a", "b", "c"]


def test_what_has_no_translation_is_told_in_english() -> None:
    tongue = Language("xx", entries={"half": PoEntry("half", ("",)), "{count} move": PoEntry("", ("einer",))})
    assert tongue.tell(say("half")) == "half" and tongue.tell(say("none {x}", x=seat(0))) == "none Red"
    assert tongue.tell(counted("{count} move", "{count} moves", 2)) == "2 moves"


def test_a_phrase_survives_pickling() -> None:
    phrase = say("{player} wins", player=seat(1))
    again = pickle.loads(pickle.dumps(phrase))
    assert GERMAN.tell(again) == "Grün gewinnt" and again == phrase
    error = pickle.loads(pickle.dumps(MoveError("x", say("the game is over"), "", [])))
    assert "das Spiel ist vorbei" in GERMAN.tell(error.phrase)


# --- catalogues and languages -------------------------------------------------------------------

def test_a_catalogue_as_translators_write_it() -> None:
    text = (
        '# a note\nmsgid ""\nmsgstr ""\n"Language: fr\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
        '#. for you\n#:a.py b.py\n#,fuzzy\nmsgid "guessed"\nmsgstr "deviné"\n\n'
        'msgid ""\n"long "\n"text"\nmsgstr ""\n"texte \\"long\\""\n#: a.py\nmsgid "{count} a"\nmsgid_plural "{count} as"\n'
        'msgstr[0] "{count} x"\nmsgstr[1] "{count} xs"\n\n#~ msgid "old"\n#~ msgstr "vieux"\n')
    catalogue = read_po(text)
    assert catalogue.header["Plural-Forms"] == "nplurals=2; plural=(n > 1);"
    assert catalogue.entries["guessed"].forms == () and catalogue.entries["guessed"].places == ("a.py", "b.py")
    assert catalogue.entries["long text"].forms == ('texte "long"',)
    assert catalogue.entries["{count} a"].forms == ("{count} x", "{count} xs") and len(catalogue.entries) == 3
    assert read_po(write_po(catalogue)).entries["long text"].forms == ('texte "long"',)
    escaped = Catalogue({}, {"a": PoEntry("a", ('one \\ and "two"\tin\nlines\n',))})
    assert read_po(write_po(escaped)).entries == escaped.entries
    for broken in ('msgid "a\nmsgstr "b"\n', 'msgid "a"\nmsgstr b\n', 'nonsense\n', 'msgid "a"\nmsgid "b"\nmsgstr "c"\n',
                   'msgid 12\nmsgstr "b"\n', 'msgid "a"\nmsgstr "\n', 'message "a"\nmsgid "a"\nmsgstr "b"\n'):
        with pytest.raises(ValueError, match="line"):
            read_po(broken)
    with pytest.raises(ValueError, match="twice"):
        read_po('msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n')


def test_notes_and_long_places_of_a_catalogue_stay_as_they_are() -> None:
    entry = PoEntry("a", ("b",), places=(f"{'deep/' * 30}a-file-with-hyphens.py",), notes=("see above",))
    text = write_po(Catalogue({}, {"a": entry}))
    assert read_po(text).entries == {"a": entry} and read_po(text.replace("# see", "#see")).entries == {"a": entry}


def test_a_language_is_shown_without_its_catalogue() -> None:
    assert "entries" not in repr(language("de"))


@pytest.mark.parametrize(("asked", "environment", "code"), [
    ("de", {"HANSA_LANG": "en"}, "de"), ("", {"HANSA_LANG": "de_DE", "LC_ALL": "C"}, "de"), ("", {"LANG": "de_DE.UTF-8"}, "de"),
    ("", {"LC_ALL": "C.UTF-8", "LANG": "de_DE.UTF-8"}, "en"), ("", {"LC_MESSAGES": "de", "LANG": "fr"}, "de"), ("", {}, "en"),
    ("", {"HANSA_LANG": "", "LANG": "de"}, "de"), ("DE-at", {}, "de"),
])
def test_the_language_is_the_one_asked_for_or_that_of_the_system(asked: str, environment: dict[str, str], code: str) -> None:
    assert chosen_language(asked, environment).code == code


def test_a_language_that_is_not_there_is_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UnknownLanguage):
        chosen_language("", {"HANSA_LANG": "tlh"})
    assert main(["show", "--lang", "tlh", "hansa-45, 4 players; turn: red"]) == 2
    assert "no catalogue of the language 'tlh'; known are de, en" in capsys.readouterr().err


def test_a_third_language_is_one_file() -> None:
    assert languages() == tuple(sorted({"en", *(path.stem for path in CATALOGUES)}))
    assert [(code, language(code).title) for code in languages()] == [("de", "Deutsch"), ("en", "English")]


def test_the_head_of_a_catalogue_says_how_its_language_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    head = {"X-Language-Name": "Français", "Plural-Forms": "nplurals=2; plural=(n > 1);", "X-Decimal-Sign": ","}
    moves = PoEntry("{count} move", ("{count} coup", "{count} coups"), "{count} moves")
    share = PoEntry("{share:.1f} of it", ("{share:.1f} de ça",))
    catalogue = Catalogue(head, {entry.key: entry for entry in (moves, share)})
    (tmp_path / "fr.po").write_text(write_po(catalogue), encoding="utf-8")
    monkeypatch.setattr("hansa.languages.telling.resources.files", lambda package: tmp_path)
    for code in ("zu", "it", "pl", "es", "ja"):
        (tmp_path / f"{code}.po").touch()
    assert languages() == ("en", "es", "fr", "it", "ja", "pl", "zu")
    french = language.__wrapped__("fr")
    assert (french.code, french.title, french.plural, french.decimal) == ("fr", "Français", "(n > 1)", ",")
    assert [french.tell(counted("{count} move", "{count} moves", count)) for count in (0, 1, 2)] == [
        "0 coup", "1 coup", "2 coups"]
    assert french.tell(say("{share:.1f} of it", share=0.25)) == "0,2 de ça"
    (tmp_path / "la.po").write_text(write_po(Catalogue({"Language": "la"})), encoding="utf-8")
    latin = language.__wrapped__("la")
    assert (latin.code, latin.title, latin.plural, latin.decimal) == ("la", "la", "n != 1", ".")


# --- games in German ----------------------------------------------------------------------------

@pytest.fixture(scope="module")
def games() -> list[Record]:
    """A random game on every board, or the beginning of one."""
    setups = [{"game": "hansa2004", "players": 3}, {"board": "hansa-23", "players": 2}, {"board": "britannia-45", "players": 4},
              {"board": "east", "players": 3}, {"board": "hansa-45", "players": 5, "modules": ["favours", "missions"]}]
    return [play_random(setup, seed=7, limit=900, kind_first=True) for setup in setups]


def test_moves_of_whole_games_are_told_in_german(games: list[Record]) -> None:
    """In both forms, with what it brings, and what is to be decided before it."""
    for record in games:
        told = set()
        for step in itertools.islice(record.steps(), 0, None, 3):
            shown = views_of(step.state).svg
            if step.move is None or shown is None:
                continue
            move, drawing = step.move, shown.position(step.state)
            words = views_of(step.state).words.describe(step.state, move, step.state.after(move))
            told |= set(map(GERMAN.tell, (words, drawing.wish(str(move)), drawing.prompt())))
            told |= {GERMAN.tell(drawing.label(target)) for target in drawing.targets(str(move))}
        odd = {text for text in told if len(set(map(str.lower, ENGLISH_WORDS.findall(text)))) > 1}
        assert not odd and len(told) > 100, sorted(odd)[:5]


def test_rules_are_told_and_found_in_german() -> None:
    page = rules_page()
    assert page.find("T40", GERMAN)[0].startswith("T40 Kontrolle.") and page.find("T40")[0].startswith("T40 Control.")
    assert page.find("zusätzliches Kontor", GERMAN)[0].startswith("T38 Zusätzliches Kontor.")
    assert page.find("verdrängen", GERMAN)[0].startswith("T12"), "by the heading above it"
    assert any(text.startswith("T38") for text in page.find("extra office", GERMAN)), "English words find them, too"
    with pytest.raises(NoSuchRule) as unknown:
        page.find("T999", GERMAN)
    assert GERMAN.tell(unknown.value.phrase).startswith("eine Regel T999 gibt es nicht")


def test_points_are_called_something() -> None:
    for game in ("teutonica", "hansa2004"):
        assert set(State.new(game=game, seed=1).scores[0]) <= set(CATEGORY_NAMES)


def test_a_refusal_is_told_in_german_and_kept_in_english() -> None:
    with pytest.raises(MoveError) as refused:
        State.new(board="hansa-45", players=4, seed=7).play("claim HAM-LUB")
    assert refused.value.reason == "not every house of HAM-LUB holds a piece of seat 0 [T20]"
    assert GERMAN.tell(refused.value.reason) == "nicht auf jedem Haus von HAM-LUB steht ein Stein von Rot [T20]"
    assert GERMAN.tell(refused.value.phrase).startswith("unerlaubter Zug 'claim HAM-LUB': nicht auf jedem Haus")


def test_examples_of_moves_are_told_in_german() -> None:
    start = State.new(board="hansa-45", players=4, seed=7)
    assert GERMAN.tell(examples(start)) == " ('place m PER-STE' oder 'ste per m')"


def test_analyse_and_review_speak_german_and_their_json_does_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    record = play_random({"board": "hansa-23", "players": 3}, seed=3)
    short = Record(setup=record.setup, moves=record.moves[:12], end="interrupted", seed=3)
    append_record(path, short)
    assert main(["review", str(path), "--lang", "de", "--simulations", "60", "--markdown", str(tmp_path / "report.md")]) == 0
    out = capsys.readouterr().out
    assert "Genauigkeit" in out and "12 Züge, Ende: unterbrochen" in out and "erwarteter Anteil jedes Platzes am Sieg" in out
    report = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert report.startswith("# Rückblick auf") and "## Fehler" in report
    monkeypatch.setenv("HANSA_LANG", "de")
    assert main(["review", str(path), "--simulations", "60", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert set(answer["seats"][0]) >= {"accuracy", "blunder"}
    assert all(not each["why"] or each["why"].split()[0] in ("gives", "gains", "costs") for each in answer["decisions"])
    assert main(["analyse", str(path), "--simulations", "60", "--brief"]) == 0
    assert "Besuche" in (out := capsys.readouterr().out) and "am Ende zu erwartende Punkte:" in out


def test_impossible_positions_are_refused_in_german() -> None:
    """Every problem of a position that someone edits, with players by their colours."""
    data = State.new(board="hansa-45", players=4, seed=7).to_json()
    data["desks"][1]["stock"], data["completed"] = "9t", 3
    with pytest.raises(StateError) as refused:
        State.from_json(data)
    told = language("de").tell(refused.value.phrase)
    assert told.startswith("unmögliche Stellung (2 Fehler): Grün hat insgesamt ") and "0 Städte sind voll [T32]" in told
    assert str(refused.value).startswith("impossible state (2 problems): seat 1 has ")
    with pytest.raises(StateError) as refused:
        State.from_json(State.new(game="hansa2004", players=2, seed=7).to_json() | {"acted": True})
    assert "acted ist true, aber die Phase ist 'found' [H32]" in language("de").tell(refused.value.phrase)


def test_the_page_describes_its_bots_in_german() -> None:
    offered = {bot.name: bot for bot in bot_list(["random"], language("de"))}
    assert offered["greedy"].about.startswith("Sieht eine Entscheidung voraus")
    settings = {setting.name: setting.help for setting in offered["mcts"].parameters}
    assert settings["seconds"] == "Sekunden je Entscheidung"
    assert bot_list(["random"], language("de"))[0].about == "mit --bot eingeladen"


@pytest.mark.parametrize(("arguments", "said"), [
    (("show", "FILE", "--ply", "2"), "Spiel 1 von 1, Zug 2 von 2"),
    (("watch", "FILE"), "beendet den Zug"),
    (("games",), "eines fortsetzen"),
    (("play", "--board", "hansa-23", "--seed", "1", "--out", "OUT"), "am Tisch: Rot (du), Grün (KI, club)"),
    (("analyse", "FILE", "--simulations", "20", "--brief", "--threads", "1"), "Besuche"),
    (("review", "FILE", "--simulations", "20", "--threads", "1"), "Genauigkeit"),
    (("tutorial", "--list"), "Einen Stein einsetzen"),
    (("drill", "--count", "1"), "Was ist der Plan?"),
    (("drill", "--score"), "sind wieder fällig"),
    (("explore", "--setup", "hansa-23/2"), "Erstes Kontor in einer Stadt"),
    (("explore", "FILE", "--ply", "0"), "Ausgeglichen wären"),
])
def test_every_command_for_readers_speaks_the_language_it_is_told(
    arguments: tuple[str, ...], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games" / "one.jsonl"
    file.parent.mkdir()
    append_record(file, Record(setup={"board": "hansa-23", "players": 3}, moves=("0 end", "1 end"), end="interrupted", seed=3))
    monkeypatch.setenv("HANSA_GAMES", str(file.parent))
    monkeypatch.setenv("HANSA_PRACTICE", str(tmp_path / "practice.jsonl"))
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    places = {"FILE": str(file), "OUT": str(tmp_path / "played.jsonl")}
    assert main([*(places.get(word, word) for word in arguments), "--lang", "de"]) == 0
    assert said in capsys.readouterr().out


def test_a_game_on_the_terminal_is_played_in_german(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is typed is the same in all languages; what is printed is told."""
    typed = ["help", "legend", "claim", "place t BRE-HAM", "xyzzy", "score", "undo", "place t BRE-HAM", "log", "rules summary",
             "rules", "map", "99", "quit"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed) + "\n"))
    arguments = ["play", "--board", "hansa-45", "--bots", "random", "--seed", "7", "--out", str(tmp_path / "game.jsonl")]
    assert main([*arguments, "--lang", "de"]) == 0
    out = capsys.readouterr().out
    for line in ("diese Liste", "einen Händler auf Bremen-Hamburg",
                 "auf keiner Straße steht ein Stein von dir", "1 Zug zurückgenommen",
                 "ein freies Haus", "In deinem Zug hast du", "T1-T5      Aufbau", "weiter mit: hansa play --continue"):
        assert line in out, line
    typed_words = re.compile(
        r"'[^']*'|beginnen mit .*|^ +\w+( [\[\w| \]]+)?  +|[\w-]*/[\w/.-]+|hansa \S+ --\w+|\b(place|income|end|claim)\b")
    odd = [line for line in out.splitlines()
           if len(set(map(str.lower, ENGLISH_WORDS.findall(typed_words.sub("", line))))) > 1]
    assert odd == []
