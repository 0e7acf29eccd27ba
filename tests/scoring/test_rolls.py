from collections import Counter
from itertools import combinations
from random import Random

import pytest

from report.sentences import finding_text
from scoring import BadRolls, Grid, Roll, RollLog, check_rolls, rolls_finding
from texts import languages

EXAMPLE = "SUPERTRIPHRNLOIATECTPMHHE"


def log_of(results: list[tuple[str, str]]) -> RollLog:
    """A log of these rolls, and of Z or Z in the remaining rounds."""
    return RollLog(tuple(Roll(*result) for result in results + [("Z", "Z")] * (25 - len(results))))


def table(rolls: list[tuple[str, str]]) -> str:
    return "round,first,second\n" + "".join(f"{n},{a},{b}\n" for n, (a, b) in enumerate(rolls, 1))


def sheet(letters: str) -> Grid:
    return Grid.of(letters.ljust(25, "."))


def test_a_log_is_read_from_a_table() -> None:
    log = RollLog.parse(table([("U", "T"), ("?", "d"), ("AEIOU", "S")] + [("A", "B")] * 22))
    assert log.rolls[:3] == (Roll("U", "T"), Roll("?", "D"), Roll("AEIOU", "S"))
    assert log.rolls[0].letters == {"U", "T"}
    assert len(log.rolls[1].letters) == 26
    assert log.rolls[2].letters == set("AEIOUS")


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_headings_order_and_separators_do_not_matter(delimiter: str) -> None:
    lines = [delimiter.join((str(n), "A", '"a,e,i,o,u"')) for n in range(25, 0, -1)]
    log = RollLog.parse("\ufeff" + "\n\n".join(lines))
    assert log.rolls == (Roll("A", "AEIOU"),) * 25


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
def test_line_ends_of_every_kind_are_read(end: str) -> None:
    log = RollLog.parse(table([("A", "B")] * 25).replace("\n", end))
    assert log.rolls == (Roll("A", "B"),) * 25


def test_what_is_no_table_is_refused() -> None:
    with pytest.raises(BadRolls):
        RollLog.parse('1,A,"' + "x" * 200_000)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("7,A,B", "7,A"), "Line 8 must have three entries"),
        (("7,A,B", "26,A,B"), "Line 8: “26” is not a round from 1 to 25"),
        (("7,A,B", "x,A,B"), "Line 8: “X” is not a round from 1 to 25"),
        (("7,A,B", "7,A,4"), "Line 8: “4” is not a letter, ? or AEIOU"),
        (("7,A,B", "7,A,AE"), "Line 8: “AE” is not a letter, ? or AEIOU"),
        (("7,A,B", "7,,B"), "Line 8: “” is not a letter, ? or AEIOU"),
        (("7,A,B", "6,A,B"), "Line 8: round 6 is there twice"),
        (("7,A,B\n8,A,B\n", ""), "The log has no round 7, 8"),
    ],
)
def test_a_bad_log_names_the_place(change: tuple[str, str], message: str) -> None:
    text = table([("A", "B")] * 25).replace("\n" + change[0], "\n" + change[1])
    with pytest.raises(BadRolls) as caught:
        RollLog.parse(text)
    assert message in str(caught.value)


def test_a_possible_sheet_gets_a_round_for_each_letter(grid: Grid) -> None:
    log = RollLog(tuple(Roll("Z", letter) for letter in reversed(EXAMPLE)))
    check = check_rolls(grid, log, joker=False)
    assert check.possible
    assert sorted(round_ for round_ in check.rounds if round_) == list(range(1, 26))
    for letter, round_ in zip(EXAMPLE, check.rounds, strict=True):
        assert round_
        assert letter in log.rolls[round_ - 1].letters
    assert rolls_finding(check) is None


def test_a_letter_on_no_die_needs_a_wildcard_or_the_joker() -> None:
    assert check_rolls(sheet("Q"), log_of([]), joker=False).culprits == ("Q",)
    assert check_rolls(sheet("Q"), log_of([("?", "A")]), joker=False).possible
    assert check_rolls(sheet("Q"), log_of([]), joker=True).rounds == (None,)
    assert check_rolls(sheet("QX"), log_of([]), joker=True).culprits == ("Q", "X")
    assert check_rolls(sheet("QX"), log_of([("A", "?")]), joker=True).possible


def test_vowels_come_from_the_vowel_side_once_a_round() -> None:
    log = log_of([("AEIOU", "T"), ("AEIOU", "T")])
    assert check_rolls(sheet("AU"), log, joker=False).possible
    assert check_rolls(sheet("AUT"), log, joker=False).culprits == ("A", "T", "U")


def test_the_proof_is_smallest_not_just_any() -> None:
    # A, B, C, D, E together want five of four rounds, but Y and Y already want two of one.
    log = log_of([("A", "B"), ("B", "C"), ("C", "D"), ("D", "E"), ("Y", "?")])
    check = check_rolls(sheet("ABCDEYYY"), log, joker=False)
    assert (check.culprits, check.rounds) == (("Y", "Y"), (5,))


def smallest_proof(letters: str, log: RollLog, joker: bool) -> int | None:
    """The size of the smallest set of letters with too few rolls, by trying all sets."""
    cells = range(len(letters))
    for size in range(1, len(letters) + 1):
        for chosen in combinations(cells, size):
            rolls = {n for n, roll in enumerate(log.rolls) if roll.letters & {letters[cell] for cell in chosen}}
            if len(rolls) + joker < size:
                return size
    return None


@pytest.mark.parametrize("seed", range(150))
def test_matching_and_proof_equal_trying_all_sets(seed: int) -> None:
    random = Random(seed)
    sides = "ABCDE" + random.choice(("", "?"))
    results = [(random.choice(sides), random.choice((*sides, "AEIOU"))) for _ in range(random.randint(0, 9))]
    letters = "".join(random.choices("ABCDEQ", (5, 5, 5, 5, 5, 1), k=random.randint(1, 9)))
    log, joker = log_of(results), random.random() < 0.4
    check = check_rolls(sheet(letters), log, joker)
    size = smallest_proof(letters, log, joker)
    assert check.possible == (size is None)
    if size is not None:
        assert len(check.culprits) == size
        assert not Counter(check.culprits) - Counter(letters)
        offered = {n for n, roll in enumerate(log.rolls, 1) if roll.letters & set(check.culprits)}
        assert set(check.rounds) == offered
        assert len(offered) + joker < size


def test_the_order_of_cells_does_not_change_the_answer() -> None:
    log = log_of([("A", "B"), ("B", "C")])
    assert check_rolls(sheet("ABC"), log, False) == check_rolls(sheet("CBA"), log, False)


@pytest.mark.parametrize(
    ("letters", "results", "joker", "language", "text"),
    [
        ("Q", [], False, "en", "No roll offers Q, so it cannot stand on the sheet."),
        (
            "QX",
            [],
            True,
            "en",
            "No roll offers any of Q and X, so they cannot all stand on the sheet. The joker covers just one letter.",
        ),
        ("AA", [("A", "B")], False, "en", "A and A cannot all stand on the sheet: only round 1 offers any of them."),
        (
            "ABC",
            [("A", "B"), ("B", "C")],
            False,
            "en",
            "A, B and C cannot all stand on the sheet: only rounds 1 and 2 offer any of them.",
        ),
        ("Q", [], False, "de", "Kein Wurf bietet Q an, also kann der Buchstabe nicht auf dem Blatt stehen."),
        ("Q", [], False, "fr", "Aucun lancer ne propose Q : cette lettre ne peut pas figurer sur la feuille."),
        ("Q", [], False, "it", "Nessun lancio offre Q: questa lettera non può stare sul foglio."),
    ],
)
def test_the_finding_names_letters_and_rounds(
    letters: str, results: list[tuple[str, str]], joker: bool, language: str, text: str
) -> None:
    finding = rolls_finding(check_rolls(sheet(letters), log_of(results), joker))
    assert finding is not None
    assert (finding.kind, finding.where, finding_text(finding, language)) == ("rolls", "letters", text)
    assert (finding.claimed, finding.computed) == (" ".join(letters), str(len(results) + joker))


@pytest.mark.parametrize("language", languages())
def test_every_case_has_a_sentence_in_every_language(language: str) -> None:
    cases = [("Q", []), ("QX", []), ("AA", [("A", "B")]), ("ABC", [("A", "B"), ("B", "C")])]
    texts = set()
    for letters, results in cases:
        finding = rolls_finding(check_rolls(sheet(letters), log_of(results), letters == "QX"))
        assert finding is not None
        texts.add(finding_text(finding, language))
    assert len(texts) == len(cases)
