"""The kamm command."""

from __future__ import annotations

import signal
import sys

from . import _core


def main() -> int:
    """Runs what the words of the command line say; the exit status."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Python's own handler would wait for the command's end
    status: int = _core.run_command(sys.argv[1:])
    return status
