"""The product's settings, with one bare page beside its own."""

from config.settings import *  # noqa: F403 - the same settings, that is the point

ROOT_URLCONF = "benchmarks.urls"
