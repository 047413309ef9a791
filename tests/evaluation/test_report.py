"""The report: one page that needs nothing else."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from dicedeck.envs import Game, load_game
from dicedeck.evaluation.match import MatchResult, play_match
from dicedeck.evaluation.plots import Curve, curve_plot, role_bars, score_intervals
from dicedeck.evaluation.report import Report, ReportError, ShownGame, render_report, write_report
from dicedeck.evaluation.statistics import Estimate
from support.players import first


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("impeachment")


@pytest.fixture(scope="module")
def match(game: Game) -> MatchResult:
    return play_match(game, "random", first, 6, seed=1)


def curve(name: str = "greedy") -> Curve:
    return Curve(name, [0, 1000], [Estimate(0.1, 0.05, 0.2, 50), Estimate(0.6, 0.5, 0.7, 50)])


class Balanced(HTMLParser):
    """Fails at a tag that is closed in the wrong place."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def page_of(report: Report) -> tuple[str, str]:
    """The page, and the text that a reader sees."""
    page = render_report(report)
    parser = Balanced()
    parser.feed(page)
    assert parser.open == []
    return page, "".join(parser.texts)


def full_report(game: Game, match: MatchResult) -> Report:
    return Report(
        title="A policy <learns>",
        lead="In a minute.",
        game=game,
        curves=[curve()],
        matches=[match],
        shown=ShownGame("Pro & Con", "Pro SA H2 D3", ["Pro: place SA J1", "Con: pass"]),
        method=["Each deal is played twice."],
        facts={"seed": "7"},
        config="game: impeachment\n",
    )


def test_a_report_tells_everything(game: Game, match: MatchResult) -> None:
    page, text = page_of(full_report(game, match))
    for expected in (
        "A policy <learns>",
        "Pro & Con",
        "place SA J1",
        "Each deal is played twice.",
        game.digest,
        "numba",
    ):
        assert expected in text
    assert f"{100 * match.score:.1f} %" in text
    assert f"{100 * match.per_role['Con'].value:.1f} %" in text
    assert page.count("<svg") == 3
    assert '<span class="red">H2</span>' in page
    assert '<span class="red">SA' not in page


def test_a_report_loads_nothing_from_elsewhere(game: Game, match: MatchResult) -> None:
    page = render_report(full_report(game, match))
    assert "<script" not in page
    assert not re.search(r"<(link|img|iframe)\b|@import|url\((?!#)", page)
    links = re.findall(r'(?:xlink:)?(?:href|src)="([^"]*)"', page)
    assert all(link.startswith("#") for link in links)


def test_empty_parts_are_left_out(game: Game) -> None:
    page, text = page_of(Report("Title", "Lead.", game))
    assert "<svg" not in page
    assert "Learning curve" not in text
    assert "By role" not in text


def test_the_same_data_give_the_same_plots(match: MatchResult) -> None:
    def plots() -> list[str]:
        roles = role_bars({"greedy": match.per_role})
        return [curve_plot([curve()]).svg(), score_intervals({"greedy": match.estimate}), roles]

    assert plots() == plots()


def test_a_report_replaces_the_earlier_one(tmp_path: Path, game: Game) -> None:
    path = tmp_path / "new" / "report.html"
    write_report(path, Report("First", "", game))
    write_report(path, Report("Second", "", game))
    assert "Second" in path.read_text(encoding="utf-8")
    assert [file.name for file in path.parent.iterdir()] == ["report.html"]


def test_an_unwritable_place_is_named(tmp_path: Path, game: Game) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ReportError, match=r"cannot write the report .*file/report\.html: "):
        write_report(tmp_path / "file" / "report.html", Report("Title", "", game))
