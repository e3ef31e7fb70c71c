"""Tactics: what fighters do when nobody tells them."""
