from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from report.sentences import finding_text
from scoring import PROFESSIONAL, STANDARD, BadClaims, Claims, Finding, Grid, audit, score
from scoring.score import Scorecard
from texts import languages

RIGHT = Claims(("10", "6", "-", "3", "1"), ("10", "3", "6", "10", "3"), False, "52")
FULL = Grid(("ABABA", "BABAB") * 2 + ("ABABA",))


@pytest.fixture
def card(grid: Grid, words: frozenset[str]) -> Scorecard:
    return score(grid, words, STANDARD)


def with_row(index: int, text: str, total: str = "") -> Claims:
    rows = list(RIGHT.rows)
    rows[index - 1] = text
    return replace(RIGHT, rows=tuple(rows), total=total)


def kinds(findings: tuple[Finding, ...]) -> list[tuple[str, str]]:
    return [(finding.kind, finding.where) for finding in findings]


def test_right_claims_give_no_findings(card: Scorecard) -> None:
    assert audit(card, RIGHT) == ()
    assert audit(card, with_row(3, "0")) == ()


def test_what_was_not_written_is_no_finding(card: Scorecard) -> None:
    assert audit(card, Claims()) == ()


@pytest.mark.parametrize(
    ("row", "claimed", "kind", "computed", "text"),
    [
        (2, "-", "missed", "6", "Row 2: a dash is written, but there is a valid word – TRIP (4 letters): 6 points."),
        (
            2,
            "3",
            "missed",
            "6",
            "Row 2: 3 points are written, which fits RIP, but there is a longer valid word – "
            "TRIP (4 letters): 6 points.",
        ),
        (
            2,
            "10",
            "points",
            "6",
            "Row 2: 10 points are written, but TRIPH holds no valid word of 5 letters. "
            "The longest is TRIP (4 letters): 6 points.",
        ),
        (
            2,
            "1",
            "points",
            "6",
            "Row 2: 1 point is written, but TRIPH holds no valid word of 2 letters. "
            "The longest is TRIP (4 letters): 6 points.",
        ),
        (3, "6", "invalid", "0", "Row 3: 6 points are written, but RNLOI holds no valid word – 0 points."),
        (
            2,
            "7",
            "impossible",
            "6",
            "Row 2: 7 points are written, but this line can only be worth 0, 1, 3, 6 or 10. "
            "The longest valid word is TRIP (4 letters): 6 points.",
        ),
        (
            2,
            "12",
            "impossible",
            "6",
            "Row 2: 12 points are written, but this line can only be worth 0, 1, 3, 6 or 10. "
            "The longest valid word is TRIP (4 letters): 6 points.",
        ),
        (
            3,
            "x",
            "impossible",
            "0",
            "Row 3: “x” is written, but this line can only be worth 0, 1, 3, 6 or 10. "
            "RNLOI holds no valid word – 0 points.",
        ),
    ],
)
def test_each_mistake_in_a_line_has_its_kind_and_sentence(
    card: Scorecard, row: int, claimed: str, kind: str, computed: str, text: str
) -> None:
    (finding,) = audit(card, with_row(row, claimed))
    assert (finding.kind, finding.where, finding.claimed, finding.computed) == (kind, f"row {row}", claimed, computed)
    assert finding_text(finding, "en") == text


def test_columns_are_audited_like_rows(card: Scorecard) -> None:
    claims = replace(RIGHT, columns=("10", "3", "6", "10", "6"), total="")
    assert kinds(audit(card, claims)) == [("points", "column 5")]


def test_central_circles_hold_doubled_points_on_side_b(grid: Grid, words: frozenset[str]) -> None:
    card = score(grid, words, PROFESSIONAL)
    doubled = replace(RIGHT, columns=("10", "3", "12", "10", "3"), total="58")
    assert audit(card, doubled) == ()
    forgotten, total = audit(card, RIGHT)
    assert finding_text(forgotten, "en") == (
        "Column 3: 6 points are written, but the central row and column count double – "
        "PILE (4 letters, counts double): 12 points."
    )
    assert kinds((forgotten, total)) == [("points", "column 3"), ("points", "total")]
    wrong = replace(doubled, columns=("10", "3", "10", "10", "3"), total="")
    assert kinds(audit(card, wrong)) == [("impossible", "column 3")]
    shorter = replace(doubled, columns=("10", "3", "2", "10", "3"), total="")
    assert kinds(audit(card, shorter)) == [("points", "column 3")]


def test_an_unearned_bonus_names_the_lines_without_a_word(card: Scorecard) -> None:
    (finding,) = audit(card, replace(RIGHT, bonus=True, total=""))
    assert (finding.kind, finding.where, finding.claimed, finding.computed) == ("bonus", "bonus", "10", "0")
    assert (
        finding_text(finding, "en")
        == "The bonus is claimed, but no valid word stands in row 3. It does not count: 0 points."
    )


def test_a_bonus_struck_by_mistake_is_given_back() -> None:
    ones = ("1",) * 5
    card = score(FULL, {"AB"}, STANDARD)
    bonus, total = audit(card, Claims(ones, ones, False, "10"))
    assert (bonus.kind, bonus.claimed, bonus.computed) == ("bonus", "0", "10")
    assert (total.kind, total.claimed, total.computed) == ("bonus", "10", "20")


def test_an_adding_error_is_told_from_a_dispute_about_words(card: Scorecard) -> None:
    (wrong_sum,) = audit(card, replace(RIGHT, total="53"))
    assert wrong_sum == Finding("sum", "total", "53", "52", "sum", {"own": 52, "right": 52})
    assert finding_text(wrong_sum, "en") == "The points as written add up to 52 points, but the total says 53."
    line, follows = audit(card, with_row(2, "3", total="49"))
    assert kinds((line, follows)) == [("missed", "row 2"), ("missed", "total")]
    assert finding_text(follows, "en") == (
        "The total of 49 is added up correctly from what is written; with the corrections it is 52 points."
    )
    line, both = audit(card, with_row(2, "3", total="50"))
    assert kinds((line, both)) == [("missed", "row 2"), ("sum", "total")]
    assert finding_text(both, "en") == (
        "The points as written add up to 49 points, but the total says 50. "
        "With the corrections the right total is 52 points."
    )


def test_a_right_total_is_no_finding_whatever_the_lines_say(card: Scorecard) -> None:
    assert kinds(audit(card, with_row(2, "3", total="52"))) == [("missed", "row 2")]


def test_the_right_points_stand_in_for_circles_left_blank(card: Scorecard) -> None:
    assert kinds(audit(card, with_row(1, "", total="52"))) == []
    assert kinds(audit(card, with_row(1, "", total="51"))) == [("sum", "total")]
    assert kinds(audit(card, Claims(total="51"))) == [("sum", "total")]


def test_without_a_legible_bonus_both_ways_of_adding_are_tried() -> None:
    card = score(FULL, {"AB"}, STANDARD)
    rows, columns = ("1", "1", "1", "1", "-"), ("1",) * 5
    for total in ("9", "19"):
        assert kinds(audit(card, Claims(rows, columns, None, total))) == [
            ("missed", "row 5"),
            ("missed", "total"),
        ]
    assert kinds(audit(card, Claims(rows, columns, None, "18")))[-1] == ("sum", "total")


@pytest.mark.parametrize(
    ("total", "text"),
    [
        ("104", "No sheet can have a total of 104 points. The right total is 52 points."),
        ("5x", "“5x” is not a total. The right total is 52 points."),
        ("-", "The points as written add up to 52 points, but the total says -."),
    ],
)
def test_impossible_totals_are_named(card: Scorecard, total: str, text: str) -> None:
    (finding,) = audit(card, replace(RIGHT, total=total))
    assert finding.kind == ("sum" if total == "-" else "impossible")
    assert finding_text(finding, "en") == text


def test_an_unreadable_circle_beside_a_wrong_total_still_weighs_nothing(card: Scorecard) -> None:
    assert kinds(audit(card, with_row(2, "x", total="53"))) == [("impossible", "row 2"), ("sum", "total")]


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        (
            "de",
            (
                "Reihe 2: 3 Punkte sind eingetragen, passend zu RIP, aber es gibt ein längeres gültiges Wort – "
                "TRIP (4 Buchstaben): 6 Punkte.",
                "Reihe 3: 1 Punkt ist eingetragen, aber in RNLOI steht kein gültiges Wort – 0 Punkte.",
                "Der Bonus ist angerechnet, aber in Reihe 3 steht kein gültiges Wort. Er zählt nicht: 0 Punkte.",
                "Die eingetragenen Punkte ergeben zusammen 60 Punkte, als Summe steht aber 61 da. "
                "Mit den Korrekturen lautet die Summe 52 Punkte.",
            ),
        ),
        (
            "fr",
            (
                "Ligne 2 : 3 points sont inscrits, ce qui correspond à RIP, mais il y a un mot valide plus long – "
                "TRIP (4 lettres) : 6 points.",
                "Ligne 3 : 1 point est inscrit, mais RNLOI ne contient aucun mot valide – 0 point.",
                "Le bonus est compté, mais il manque un mot valide : ligne 3. Il n’est pas accordé : 0 point.",
                "La somme des points inscrits est de 60 points, mais le total indiqué est 61. "
                "Avec les corrections, le bon total est de 52 points.",
            ),
        ),
        (
            "it",
            (
                "Riga 2: sono segnati 3 punti per RIP, ma c’è una parola valida più lunga – TRIP (4 lettere): 6 punti.",
                "Riga 3: è segnato 1 punto, ma RNLOI non contiene nessuna parola valida – 0 punti.",
                "Il bonus è stato contato, ma manca una parola valida: riga 3. Non spetta: 0 punti.",
                "La somma dei punti segnati è di 60 punti, ma come totale è scritto 61. "
                "Con le correzioni il totale giusto è di 52 punti.",
            ),
        ),
    ],
)
def test_findings_speak_the_players_language(card: Scorecard, language: str, texts: tuple[str, ...]) -> None:
    claims = Claims(("10", "3", "1", "3", "1"), RIGHT.columns, True, "61")
    assert tuple(finding_text(finding, language) for finding in audit(card, claims)) == texts


def test_another_shape_is_an_error() -> None:
    with pytest.raises(BadClaims, match="2 rows and 5 columns"):
        Claims(rows=("1", "2"))


WRITTEN = st.sampled_from(["", "-", "0", "1", "2", "3", "6", "7", "10", "12", "20", "1?"])


@given(
    st.text("AB.", min_size=25, max_size=25).map(Grid.of),
    st.tuples(*[WRITTEN] * 5),
    st.tuples(*[WRITTEN] * 5),
    st.sampled_from([True, False, None]),
    st.sampled_from(["", "-", "5", "20", "61", "104", "110", "999"]),
    st.sampled_from([STANDARD, PROFESSIONAL]),
    st.sampled_from(languages()),
)
def test_any_claims_are_audited_and_computed_values_are_the_scorecards(
    grid: Grid, rows: tuple[str, ...], columns: tuple[str, ...], bonus: bool, total: str, rules: object, language: str
) -> None:
    card = score(grid, {"AB", "ABA", "BBAB", "ABBAA"}, rules)  # type: ignore[arg-type]
    right = {line.line.name: str(line.points) for line in card.lines}
    right |= {"bonus": str(card.bonus), "total": str(card.total)}
    for finding in audit(card, Claims(rows, columns, bonus, total)):
        assert finding.computed == right[finding.where]
        assert finding.claimed.replace("-", "0") != finding.computed
        text = finding_text(finding, language)
        assert text[0].isupper() or not text[0].isalpha()
        assert "None" not in text and "{" not in text
