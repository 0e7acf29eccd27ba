from itertools import combinations_with_replacement

import pytest

from scoring import PROFESSIONAL, STANDARD, Rules, UnknownRules, possible_totals, rules_named


def test_totals_that_cannot_occur_are_found_by_enumeration() -> None:
    assert set(range(111)) - possible_totals(STANDARD) == {100, 104, 105, 107, 108, 109}
    assert max(possible_totals(STANDARD)) == 110
    assert max(possible_totals(PROFESSIONAL)) == 130


@pytest.mark.parametrize("rules", [STANDARD, PROFESSIONAL])
def test_possible_totals_equal_all_sums_of_ten_lines(rules: Rules) -> None:
    plain = [(sum(lines), all(lines)) for lines in combinations_with_replacement((0, 1, 3, 6, 10), 8)]
    central = [
        (sum(lines), all(lines))
        for lines in combinations_with_replacement((0, 2, 6, 12, 20) if rules.doubled else (0, 1, 3, 6, 10), 2)
    ]
    sums = {a + b + 10 * (full and filled) for a, full in set(plain) for b, filled in central}
    assert possible_totals(rules) == sums


def test_rules_are_found_by_name_and_by_side() -> None:
    assert rules_named("standard") is STANDARD
    assert rules_named("professional") is PROFESSIONAL
    assert [rules_named("auto", side) for side in ("A", "B", None)] == [STANDARD, PROFESSIONAL, STANDARD]
    with pytest.raises(UnknownRules, match="“chess”"):
        rules_named("chess")


def test_only_the_central_lines_count_double() -> None:
    assert [PROFESSIONAL.factor(index) for index in range(1, 6)] == [1, 1, 2, 1, 1]
    assert PROFESSIONAL.values(3) == (0, 2, 6, 12, 20)
    assert STANDARD.values(3) == PROFESSIONAL.values(2) == (0, 1, 3, 6, 10)
