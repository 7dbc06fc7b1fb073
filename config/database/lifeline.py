"""Children that end when their parent is killed."""

import ctypes
import os
import signal
import sys
from collections.abc import Callable

PR_SET_PDEATHSIG = 1


def end_with_parent(with_signal: signal.Signals) -> Callable[[], None] | None:
    """Return what a child runs before it becomes its program, so that the kernel signals it when we die.

    Only Linux knows this. Elsewhere a supervisor that was killed leaves its server running, and the next one
    finds it.
    """
    if sys.platform != "linux":
        return None
    libc = ctypes.CDLL(None, use_errno=True)
    parent = os.getpid()

    def ask_for_signal() -> None:
        libc.prctl(PR_SET_PDEATHSIG, with_signal, 0, 0, 0)
        if os.getppid() != parent:
            os.kill(os.getpid(), with_signal)

    return ask_for_signal
