"""An allowlist that is read from a file and can be replaced at run time."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

from . import _loading
from ._allowlist import Allowlist, Environment

if TYPE_CHECKING:
    from os import PathLike


class AllowlistFile:
    """``allowlist.json`` and its checksum ``allowlist.json.sha256``.

    ``current`` is the allowlist to use for a request. Safe to share between threads.
    """

    def __init__(self, path: str | PathLike[str], environment: Environment) -> None:
        """Read the file; raises ``AllowlistError`` or ``OSError`` if that fails."""
        self._path = Path(path)
        self._environment = Environment(environment)
        self._lock = threading.Lock()
        self._current = self._read()

    @property
    def current(self) -> Allowlist:
        """The allowlist that was read last."""
        return self._current

    def reload(self) -> Allowlist:
        """Read the file again.

        Raises ``AllowlistError`` or ``OSError`` and keeps the allowlist if that fails.
        """
        with self._lock:
            self._current = self._read()
            return self._current

    def _read(self) -> Allowlist:
        line = self._path.with_name(f"{self._path.name}.sha256").read_bytes()
        return Allowlist.load(
            self._path.read_bytes(), _loading.checksum(line), self._environment
        )
