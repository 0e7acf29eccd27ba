import pytest

from scoring import BadGrid, Grid

FOLDED = {"ä": "AE", "é": "E", "ß": "SS"}


def fold(text: str) -> str:
    return "".join(FOLDED.get(letter, letter).upper() for letter in text)


def test_a_typed_grid_has_five_rows_and_ten_lines(grid: Grid) -> None:
    assert grid.rows == ("SUPER", "TRIPH", "RNLOI", "ATECT", "PMHHE")
    assert grid.columns == ("STRAP", "URNTM", "PILEH", "EPOCH", "RHITE")
    assert [line.name for line in grid.lines] == [f"row {n}" for n in range(1, 6)] + [
        f"column {n}" for n in range(1, 6)
    ]
    assert grid.lines[7].letters == "PILEH"
    assert str(grid) == "SUPER/TRIPH/RNLOI/ATECT/PMHHE"


@pytest.mark.parametrize(
    "typed",
    [
        "super/triph/rnloi/atect/pmhhe",
        " SUPER / TRIPH / RNLOI / ATECT / PMHHE ",
        "SUPER\nTRIPH\r\nRNLOI\nATECT\nPMHHE\n",
        "SUPER/\nTRIPH/\nRNLOI/\nATECT/\nPMHHE",
    ],
)
def test_small_letters_spaces_and_lines_will_do(grid: Grid, typed: str) -> None:
    assert Grid.parse(typed) == grid


def test_a_dot_is_an_empty_cell() -> None:
    grid = Grid.parse("A..../...../...../...../....B")
    assert grid.letters == "AB"


def test_letters_are_folded_by_the_language_and_may_take_two_cells() -> None:
    assert Grid.parse("däch/nés../fuß./...../.....", fold).rows[:3] == ("DAECH", "NES..", "FUSS.")


def test_accents_typed_as_two_characters_are_folded_too() -> None:
    assert Grid.parse("ne\u0301s../...../...../...../.....", fold).rows[0] == "NES.."


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("SUPER/TRIPH/RNLOI/ATECT", "4 rows instead of five"),
        ("SUPER", "1 row instead of five"),
        ("SUPER/TRIP/RNLOI/ATECT/PMHHE", "Row 2 has 4 letters instead of five"),
        ("SUPER/TRIPH//ATECT/PMHHE", "Row 3 has 0 letters instead of five"),
        ("SUPER/TRIPH/RNLO1/ATECT/PMHHE", "Row 3, letter 5: “1” is not a letter"),
        ("SUPER/TR PH/RNLOI/ATECT/PMHHE", "Row 2, letter 3: “ ” is not a letter"),
        ("SUPER/TRIPH/RNЖOI/ATECT/PMHHE", "Row 3, letter 3: “Ж” is not a letter"),
        ("SUPER/DÄCHE/RNLOI/ATECT/PMHHE", "Row 2 has 6 letters instead of five (DÄCHE is written DAECHE)"),
    ],
)
def test_a_bad_grid_names_the_place(typed: str, place: str) -> None:
    with pytest.raises(BadGrid) as caught:
        Grid.parse(typed, lambda letter: fold(letter.lower()))
    assert place in str(caught.value)


def test_a_letter_that_the_language_refuses_is_named() -> None:
    def refuse(letter: str) -> str:
        if letter.isascii():
            return letter
        raise LookupError(letter)

    with pytest.raises(BadGrid, match="Row 1, letter 2: “Ŋ”"):
        Grid.parse("SŊPER/TRIPH/RNLOI/ATECT/PMHHE", refuse)


def test_a_fold_that_fails_on_plain_letters_is_not_the_letters_fault() -> None:
    def broken(_letter: str) -> str:
        raise LookupError("no such language")

    with pytest.raises(LookupError, match="no such language"):
        Grid.parse("SUPER/TRIPH/RNLOI/ATECT/PMHHE", broken)


def test_a_fold_that_swallows_a_letter_is_refused() -> None:
    with pytest.raises(BadGrid, match="Row 1, letter 1"):
        Grid.parse("ʔSUPER/TRIPH/RNLOI/ATECT/PMHHE", lambda letter: letter if letter.isascii() else "")


@pytest.mark.parametrize(
    ("rows", "place"),
    [
        (("SUPER",) * 4, "4 rows instead of five"),
        (("SUPER",) * 4 + ("SUPE",), "Row 5 has 4 letters instead of five"),
        (("SUPER",) * 4 + ("SUPEr",), "Row 5, letter 5: “r” is not a letter"),
    ],
)
def test_a_grid_cannot_be_made_of_anything_else(rows: tuple[str, ...], place: str) -> None:
    with pytest.raises(BadGrid, match=place):
        Grid(rows)


def test_symbols_of_a_reader_make_a_grid_and_illegible_is_empty(grid: Grid) -> None:
    assert Grid.of("".join(grid.rows)) == grid
    assert Grid.of("#" * 25).rows == (".....",) * 5
    with pytest.raises(BadGrid, match="3 cells instead of 25"):
        Grid.of("ABC")


def test_one_letter_can_be_replaced(grid: Grid) -> None:
    assert grid.with_letter(2, 5, "S").rows[1] == "TRIPS"
    assert Grid(Grid(grid.columns).with_letter(5, 2, "S").columns).rows[1] == "TRIPS"
