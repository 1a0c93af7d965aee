"""The English of documents and help: every rule finds its example, and nothing is found in what we
publish."""

from __future__ import annotations

import pytest

from tests.prose import Rule, findings, rules, texts


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.example)
def test_a_rule_finds_its_example(rule: Rule) -> None:
    assert [finding.say for finding in findings("here", rule.example, [rule])] == [rule.say]


@pytest.mark.parametrize(("text", "where"), [
    ("First.\n\nA phrase may be in so\nmany lines.", ["here:3"]), ("`whoever` and \"whoever\" are quoted.", []),
    ("```\nwhoever\n```\nWhoever", ["here:4"]), ("There is no game. So many that it hurts.", []),
])
def test_quotations_are_left_alone_and_lines_are_counted(text: str, where: list[str]) -> None:
    assert [finding.where for finding in findings("here", text, rules())] == where


def test_documents_and_help_are_plain_english() -> None:
    known, found = rules(), []
    seen = set()
    for where, text in texts():
        seen.add(where)
        found += [str(finding) for finding in findings(where, text, known)]
    assert found == []
    assert {"README.md", "docs/faq.md", "docs/formats/records.md", "hansa play --help", "hansa play --help, --board"} <= seen
