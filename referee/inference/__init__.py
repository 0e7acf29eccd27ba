"""One joint inference over shape, words, hand, claims, rolls, language and side."""
