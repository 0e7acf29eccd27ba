"""Letters to points: grids, rules, scorecards, audits, rolls and certainty."""
