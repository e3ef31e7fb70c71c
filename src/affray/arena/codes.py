"""The numbers that tables, engine and kernel share: which column is what, and which code means what."""

from __future__ import annotations

#: in place of a row: nothing happens; not worked out yet; the table tells, not the plane
NOTHING, MISSING, ELSEWHERE = -1, -2, -3
#: columns of the state of a fighter, and how many
FORM, LEFT, PLACE, LINK0, LINK1, FOE, ABLE, LOW, TIMER0, ROUNDS0, TIMER1, ROUNDS1, WAITS = range(13)
STATE = 13
#: then the least of points at which it goes on in the beaten track; its choice: target and row, where the state of the
#: one begins that it turns to, or of nobody, the part of the key that hangs on both places and its plan, and where the
#: plane for that begins; how to draw its place in the order, what goes with that, and who acts at the same time and
#: comes after it in the line, as a set of bits
FLOOR, C_TARGET, C_ROW, C_AT, C_APART, C_PLANE, O_START, O_BITS, O_TIE, BEHIND = range(13, 23)
WIDTH = 32
#: planes tell of all pairs of forms what the table tells, each for one plan and distance; distances under so many have
#: planes, and there are so many
CLOSE, PLANES = 64, 16
#: more points than anybody has
BEYOND = 1 << 40
#: rows of what never changes; at `RESORT` points or fewer a fighter thinks of retreating or surrendering
SIDE, AIM, PLAN, RETREAT, SURRENDER, FULL, RESORT = range(7)
FIXED = 7
#: columns of a row: its first word, the bits that choose a word, its first outcome, word (from the end) and bits for
#: all the outcomes that are unlikely
START, BITS, BASE, REST_START, REST_BITS = range(5)
ROW = 5
#: in place of the code of an outcome that is not plain; words tell outcomes, counted from the first of the row, and
#: quick words codes of those that are plain: in the upper bits 0, or which other form follows on that of the target or,
#: as of OWN_CHANGES, on that of the actor; then points lost by the target, and whether the actor goes for it from now
COMPLEX, CHANGE_AT, LOSSES = 0xFFFF, 13, (1 << 12) - 1
#: in place of an outcome, or its code: it is one of the unlikely ones
REST = 0xFFFE
OWN_CHANGES, CHANGES_MOST = 5, 6
PLAIN_CODES = (CHANGES_MOST + 1) << CHANGE_AT
#: columns of the table of pairs: the key, and the row that belongs to it with how to draw from it, in one number: the
#: row, then in so many bits its first word, and that of bits which choose a word; or a number below 0. Planes leave out
#: the row: it is told by the first word
K_KEY, K_ROW = range(2)
ROW_AT, START_AT = 32, 3
#: columns of a form: from how many points on it is able, and lives; its tie key; what befalls it, as a set of bits by
#: kind; whether its place in the order is a number and no more; from where to where its points are those of this form,
#: and below how many that makes no difference; how to draw its place in the order; the forms that follow on it, for
#: each number of a change
FROM, ALIVE, TIE, NOISE, PLAIN, BOTTOM, TOP, DOWN, ITS_START, ITS_BITS, NEXT = range(11)
ENTRY = NEXT + CHANGES_MOST
#: in place of the form that another one is after a change and with so many points: there is more to it
NOWHERE = -1
#: columns of an outcome; the last says whether there is more to it than forms, points, and whom they go for
FORM_A, FORM_B, LOSS_A, LOSS_B, MOVE_A, MOVE_B, STEPS, LINKS, FLAGS, TIMER_A, TIMER_B, NUMBER, HELD, SIMPLE = range(14)
OUTCOME = 14
#: not even that, and something is held
HELD_ALONE = 2
#: each step of an outcome in so many bits, behind two for how many there are: who, whether the other one is its cause,
#: whether it is of the kind of turns, and four for the mode
STEP_BITS, STEPS_MOST = 7, 3
#: the number of who has no place in the order; others are from minus NUMBERS to NUMBERS less 1
NO_NUMBER, NUMBERS = -(1 << 20), 1 << 11
#: what befalls a fighter by itself, the first index of `solo`; edges in the order of time, turns by mode, timers; then
#: the forms with fewer and with more points; a trace tells of what was held as `RELEASE`
ORDER, END, ROUND_START, TURN_START, TURN_END, ROUND_END, BEGIN, EXPIRE, LOWERED, RAISED = (
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    22,
    30,
    31,
)
BEFALLS, RELEASE = 32, 32
#: sets of them: what befalls a fighter as a round ends and begins, in a turn, and before it acts in a turn
ROUND_NOISE = 1 << END | 1 << ROUND_START | 1 << ROUND_END
TURN_NOISE = 1 << TURN_START | 1 << TURN_END | 1 << BEGIN
ACT_NOISE = 1 << TURN_START | 1 << BEGIN
#: aims and plans that the kernel knows, by number
NEAREST, WEAKEST, STRONGEST, HURT, FOCUS, RANDOM = range(6)
RETREATING, SURRENDERING = range(2)
MODE_TURN, MODE_LATE = range(2)
#: the longest distance that a key can hold; in a key: the target caused the turn; the target acts at the same time, or,
#: without a target, what was held is felt
FARTHEST = 1 << 14
CAUSED, TOGETHER = 1 << 45, 1 << 61
#: columns of `ways`: how near a link matters, rounds and acts of a round at most, whether the order is settled once,
#: and for each edge of time whether anything comes back at it
NEAR, LIMIT, ACTS_MOST, ONCE, EDGES = 0, 1, 2, 3, 4
#: registers: how the fight goes on, what cell is missing, trace lines, sides that stand, who fell first, how many
#: fighters something befalls between turns, how often anything but points has changed in this fight (0: as at first),
#: the same in all fights, acts of this round, whether anybody has moved, whether somebody's turn was put off, how much
#: is held, who is able as a set of bits
STATUS, MISS_KIND, MISS_KEY, LINES, STANDING, FELL, BUSY, EPOCH, LAST_EPOCH, ACTS, MOVED, PUT_OFF, PENDING = range(13)
UP, REGISTERS = 13, 14
#: how a fight goes on
RUNNING, OVER, LIMITED, MISSED, BROKEN = range(5)
#: columns of `info`: cells that are missing, fights undone, whether something outgrew its room, trace lines, version
I_MISSING, I_UNDONE, I_BROKEN, I_LINES, I_VERSION = range(5)
INFO = 5
#: kinds of lines of a trace, and how many columns come before the states
T_ROUND, T_ACT, T_EVENT, T_FIRST = 1, 2, 3, 4
T_STATES = 5
#: spreads keys over the hash table by multiplication
GOLDEN = 0x9E3779B97F4A7C15
#: for so many pairs of forms it is remembered who of them is how likely to come first; the most turns within turns
PAIRS, DEEPEST = 1 << 10, 32
