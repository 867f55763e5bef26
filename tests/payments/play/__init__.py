"""Random play with money: many hands at once, and at the end books that close to the last coin."""
