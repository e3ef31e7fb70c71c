"""Arrays of weights: floats, or fractions as objects; what is done with them is the same sums of products.

Convolution is always the plain one. A Fourier transform would be faster for hundreds of dice, but its error is a share
of the largest weight, so that rare events, the ones people ask about, would be noise.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from affray.dice.limits import MAX_WIDTH, whole

__all__ = ["Array", "convolve", "numerators", "over", "power", "products", "zeros"]

Array: TypeAlias = NDArray[Any]
PIECE = 4096  # OpenBLAS uses threads for scalar products of more than 10,000 numbers
TINY = 1e-150  # float weights below are taken as 0 in a convolution


def zeros(length: int, exact: bool) -> Array:
    """An array of no weight; BadValue if it is far wider than any law."""
    whole("width", length, 1, 2 * MAX_WIDTH)
    array: Array = np.full(length, Fraction(0), dtype=object) if exact else np.zeros(length)
    return array


def numerators(weights: Array) -> tuple[Array, int]:
    """Fractions as whole numbers over one denominator: sums of products are then free of common divisors to find."""
    if weights.dtype != object:
        return weights, 1
    scale = math.lcm(*(w.denominator for w in weights))
    array = np.empty(len(weights), dtype=object)
    array[:] = [w.numerator * (scale // w.denominator) for w in weights]
    return array, scale


def over(array: Array, scale: int) -> Array:
    """The inverse of `numerators`; floats stay as they are."""
    if array.dtype == object:
        array[:] = [Fraction(n, scale) for n in array]
    return array


def convolve(one: Array, two: Array) -> Array:
    """The weights of the sum of two independent values."""
    (a, scale_a), (b, scale_b) = numerators(one), numerators(two)
    return over(products(a, b), scale_a * scale_b)


def power(array: Array, times: int) -> Array:
    """The weights of the sum of this many (1 or more) independent values, by squaring."""
    done = array
    for bit in bin(times)[3:]:
        done = products(done, done)
        if bit == "1":
            done = products(done, array)
    return done


def products(one: Array, two: Array) -> Array:
    """The plain convolution of floats or of whole numbers, in pieces that BLAS does not hand to several threads.

    Their number would change the last bits of the sums, and on a busy machine they wait for each other for seconds.
    """
    one, two = _normal(one), _normal(two)
    long, short = (one, two) if len(one) >= len(two) else (two, one)
    if len(short) <= PIECE:
        return np.convolve(long, short)
    result = np.zeros(len(long) + len(short) - 1, dtype=long.dtype)
    for start in range(0, len(short), PIECE):
        piece = short[start : start + PIECE]
        result[start : start + len(long) + len(piece) - 1] += np.convolve(long, piece)
    return result


def _normal(array: Array) -> Array:
    """Floats without those whose products would be too small for a float of full length: these take a hundred times
    as long, and a chance of 1 in 10^150 is none.
    """
    return array if array.dtype == object else np.where(array < TINY, 0.0, array)
