"""Q4, the second game: two dice, a letter grid of 6 x 6, a play grid of 4 x 4, words of two to four letters.

`check` judges a record of a game move by move; `bounds` says what any order of play allows on a finished sheet.
"""
