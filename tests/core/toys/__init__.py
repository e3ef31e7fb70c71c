"""Tiny invented rules, and what tests need to play them: proof that the core carries what no system has needed yet.

intercept reload bids count passes area together   the rules, each in fewer than 40 lines
stage     a small system in which those rules that need a fight can be played
play      every table at once: brute force, scripts, frequencies
fights    fights of opposed-2d6, ready to be played
"""
