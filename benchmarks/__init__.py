"""Ratios, measured side by side in one run: ``make bench``. No test depends on a time."""
