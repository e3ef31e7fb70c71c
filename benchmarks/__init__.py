"""Measurements of speed, as ratios taken side by side in one run: `python -m benchmarks [--quick]`."""
