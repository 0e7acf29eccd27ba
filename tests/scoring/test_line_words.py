from collections.abc import Callable
from random import Random

import pytest

from scoring import Candidate, Line, judge
from scoring.line_words import longest


def test_the_longest_word_scores_and_the_others_are_kept() -> None:
    judged = judge(Line("row", 2, "TRIPH"), {"TRIP", "RIP", "TRI", "IP", "TRIPHS"})
    assert (judged.word, judged.start) == ("TRIP", 1)
    assert judged.candidates == (Candidate("TRIP", 1), Candidate("TRI", 1), Candidate("RIP", 2), Candidate("IP", 3))


def test_of_equally_long_words_the_first_scores() -> None:
    judged = judge(Line("row", 1, "ABCDE"), {"DE", "AB"})
    assert (judged.word, judged.start) == ("AB", 1)


def test_a_line_without_a_word_has_none() -> None:
    judged = judge(Line("column", 3, "RNLOI"), {"R", "RNLOIX", ""})
    assert (judged.word, judged.start, judged.candidates) == (None, None, ())


class Strict:
    """A lexicon that refuses anything but letters, as a real one may."""

    def __contains__(self, word: object) -> bool:
        assert isinstance(word, str)
        assert word.isalpha()
        return word == "AB"


def test_a_word_never_reaches_over_an_empty_cell() -> None:
    assert judge(Line("row", 1, "A.BAB"), Strict()).start == 4
    assert longest("A.BAB", Strict()) == 2
    assert longest("A.B#B", Strict()) == 0


@pytest.mark.parametrize("seed", range(40))
def test_judging_equals_trying_all_runs(seed: int, random_words: Callable[[Random, str], set[str]]) -> None:
    random = Random(seed)
    lexicon = random_words(random, "ABC")
    letters = "".join(random.choices("ABC.", (4, 4, 4, 1), k=5))
    runs = {(start, letters[start:end]) for start in range(5) for end in range(start + 2, 6)}
    valid = sorted((-len(run), start, run) for start, run in runs if run in lexicon)
    judged = judge(Line("row", 1, letters), lexicon)
    assert judged.candidates == tuple(Candidate(run, start + 1) for _, start, run in valid)
    assert judged.word == (valid[0][2] if valid else None)
    assert longest(letters, lexicon) == len(judged.word or "")
