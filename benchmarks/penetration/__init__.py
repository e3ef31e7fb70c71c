"""The yardsticks for the system penetration: numbers of a fight, two loops, a matrix and an attack, written by hand."""
