"""The numbers that tables, engine and kernel share: which column is what, and which code means what."""

from __future__ import annotations

#: in place of a row: nothing happens; not worked out yet
NOTHING, MISSING = -1, -2
#: columns of the state of a fighter, and how many; the least of points at which it goes on as it did, and its choice:
#: whether that still holds, the target, the row and how to draw from it, where the target's own state begins
FORM, LEFT, PLACE, LINK0, LINK1, FOE, ABLE, LOW, TIMER0, ROUNDS0, TIMER1, ROUNDS1, WAITS = range(13)
STATE = 13
#: then how to draw its place in the order, and what goes with that
FLOOR, HOLDS, C_TARGET, C_ROW, C_START, C_SHIFT, C_AT, O_START, O_BITS, O_TIE = range(13, 23)
WIDTH = 24
#: rows of what never changes; at `RESORT` points or fewer a fighter thinks of retreating or surrendering
SIDE, AIM, PLAN, RETREAT, SURRENDER, FULL, RESORT = range(7)
FIXED = 7
#: columns of a row: its first word, the bits that choose a word, its first outcome
START, BITS, BASE = range(3)
#: columns of a word: with outcomes counted from the row's first, and with codes for those that are plain
EXACT, FAST = range(2)
#: in place of the code of an outcome that is not plain
COMPLEX = 0xFFFF
#: columns of a form: from how many points on it is able, and lives; its tie key; whether nothing befalls it between
#: turns; whether its place in the order is a number and no more
FROM, ALIVE, TIE, CALM, PLAIN = range(5)
#: columns of an outcome
FORM_A, FORM_B, LOSS_A, LOSS_B, MOVE_A, MOVE_B, STEPS, LINKS, FLAGS, TIMER_A, TIMER_B, NUMBER = range(12)
OUTCOME = 12
#: the number of who has no place in the order; others are from minus NUMBERS to NUMBERS less 1
NO_NUMBER, NUMBERS = -(1 << 20), 1 << 11
#: what befalls a fighter by itself, the first index of `solo`; edges in the order of time, turns by mode, timers
ORDER, END, ROUND_START, TURN_START, TURN_END, ROUND_END, BEGIN, EXPIRE, BEFALLS = 0, 1, 2, 3, 4, 5, 6, 22, 30
#: aims and plans that the kernel knows, by number
NEAREST, WEAKEST, STRONGEST, HURT, FOCUS, RANDOM = range(6)
RETREATING, SURRENDERING = range(2)
MODE_TURN, MODE_LATE = range(2)
#: the longest distance that a key can hold
FARTHEST = 1 << 14
#: columns of `ways`: how near a link matters, rounds and acts of a round at most, whether the order is settled once,
#: and for each edge of time whether anything comes back at it
NEAR, LIMIT, ACTS_MOST, ONCE, EDGES = range(5)
WAYS = 9
#: registers: how the fight goes on, what cell is missing, trace lines, sides that stand, who fell first, how many
#: fighters something befalls between turns, how often anything but points has changed in this fight (0: as at first),
#: the same in all fights, acts of this round, whether anybody has moved, whether somebody's turn was put off
STATUS, MISS_KIND, MISS_KEY, LINES, STANDING, FELL, BUSY, EPOCH, LAST_EPOCH, ACTS, MOVED, PUT_OFF = range(12)
REGISTERS = 12
#: how a fight goes on
RUNNING, OVER, LIMITED, MISSED, BROKEN = range(5)
#: columns of what is remembered of a pair: key, row and how to draw from it, whether the choice of it can last
M_KEY, M_ROW, M_START, M_SHIFT, M_LASTS = range(5)
MEMO = 5
#: columns of `info`: cells that are missing, fights undone, whether something outgrew its room, trace lines, version
I_MISSING, I_UNDONE, I_BROKEN, I_LINES, I_VERSION = range(5)
INFO = 5
#: kinds of lines of a trace, and how many columns come before the states
T_ROUND, T_ACT, T_EVENT, T_FIRST = 1, 2, 3, 4
T_STATES = 5
#: spreads keys over the hash table by multiplication
GOLDEN = 0x9E3779B97F4A7C15
