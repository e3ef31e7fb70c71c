"""Dice: rolls as values, read from physical faces or computed as laws.

General layout:

    notation      parse("d20! + 10 vs d20! + 8") -> Dice; the language is grammar.lark, builder makes the rolls
    expression    Dice, the base of all rolls; Number, Labelled, Trace
    pools         Pool: NdS with keep, explode, reroll, bounds, successes
    charts        Chart: one roll read as another
    arithmetic    plus, minus, times, divided, min, max, contests
    distribution  Distribution, the law of a value; arrays: its sums of products
    faces         Die, Thrower, read: physical dice
    checks        rolls with named modifiers, made for a purpose
    chains        the laws behind a pool
    limits        every cap, with its reason
"""
