extension TableReaders {
  /// `python/linkpolicy_table.py`.
  static func python(_ header: GeneratedHeader) -> Code<PythonLanguage> {
    #"""
    # \#(header)
    """Reads tables of redirect URIs that ``linkpolicy generate --target table`` writes.

        table = linkpolicy_table.ReloadingTable("prod.lpt", "prod")
        if table.is_redirect_uri_allowed(client_id, redirect_uri): ...
        table.reload_if_changed()  # now and then, from any thread

    Texts are compared by their bytes; nothing is trimmed, folded, normalised or decoded. The file is
    mapped into memory. Replace it by renaming another over it, as linkpolicy does; a file that is cut
    while it is mapped ends the program. Python 3.9 or newer.
    """

    from __future__ import annotations

    import mmap
    import os
    import re
    import struct
    import threading
    import zlib
    from typing import Optional, Union

    __all__ = ["ReloadingTable", "Table", "TableError"]


    class TableError(Exception):
        """A table that cannot be read, or is damaged."""


    _ENVIRONMENTS = ("prod", "sandbox")
    _MAGIC = b"\x89LPT\r\n\x1a\n"
    _HEADER = struct.Struct("<8sIIQQIIIIIIQQQQII")
    _HEADER_LENGTH = 96
    _BLOCK_LENGTH = 4096
    _U16 = struct.Struct("<H").unpack_from
    _U32 = struct.Struct("<I").unpack_from
    _RECORD = struct.Struct("<IH").unpack_from
    _CLIENT = struct.Struct("<BH").unpack_from
    _MASK = (1 << 64) - 1
    _K1 = 0x9E3779B97F4A7C15
    _K2 = 0xD6E8FEB86659FD93
    _K3 = 0xA0761D6478BD642F

    # Texts of a pair as words, for all that are not very long.
    _WORDS = tuple(struct.Struct(f"<{count}Q").unpack for count in range(64))
    _ZEROS = (b"", *(bytes(8 - count) for count in range(1, 8)))

    # RFC 8252 section 7.3: both literal addresses and nothing else.
    _LOOPBACK = re.compile(
        rb"(http://(?:127\.0\.0\.1|\[::1\])):([1-9][0-9]{0,4})([/?].*)", re.DOTALL
    )


    class Table:
        """A table of redirect URIs; it never changes. Safe to use from many threads.

        ``environment`` is ``"prod"`` or ``"sandbox"``: a table for the other is refused. Header and
        checksums are looked at here; every block of 4 KiB is held against its checksum when it is first
        read, so that nothing is read that is not needed.
        """

        def __init__(self, path: Union[str, os.PathLike[str]], environment: str) -> None:
            if environment not in _ENVIRONMENTS:
                raise ValueError("an environment is 'prod' or 'sandbox'")
            self._path = os.fspath(path)
            try:
                with open(self._path, "rb") as file:
                    size = os.fstat(file.fileno()).st_size
                    data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if size else b""
            except OSError as error:
                raise TableError(f"{self._path}: cannot be opened") from error
            self._data = data
            if data[:8] != _MAGIC:
                raise self._error("is no table of linkpolicy")
            if len(data) < _HEADER_LENGTH:
                raise self._error("is cut off")
            (
                _, version, environment_number, length, self._seed, self._pairs, self._clients,
                self._buckets, self._slots, blocks, _, checksum_start, self._start, self._slot_start,
                self._record_start, checksum, header_checksum,
            ) = _HEADER.unpack_from(data)  # fmt: skip
            if version != 1:
                raise self._error(f"has version {version}, not 1")
            if zlib.crc32(data[:92]) != header_checksum:
                raise self._error("the header is damaged")
            if length != len(data):
                raise self._error("is cut off, or has more than it says")
            if environment_number != _ENVIRONMENTS.index(environment):
                raise self._error("is for the other environment")
            if (
                not self._buckets
                or not self._slots
                or checksum_start != _HEADER_LENGTH
                or _HEADER_LENGTH + 4 * blocks > self._start
                or self._start + 2 * self._buckets > self._slot_start
                or self._slot_start + 4 * self._slots > self._record_start
                or self._record_start > length
                or (length - self._start + _BLOCK_LENGTH - 1) // _BLOCK_LENGTH != blocks
            ):
                raise self._error("the header contradicts itself")
            if zlib.crc32(data[_HEADER_LENGTH : _HEADER_LENGTH + 4 * blocks]) != checksum:
                raise self._error("the checksums are damaged")
            # Blocks that were held against their checksums, by their place in the file.
            self._first = self._start // _BLOCK_LENGTH
            if self._start % _BLOCK_LENGTH:
                raise self._error("the header contradicts itself")
            self._is_checked = bytearray(self._first + blocks)

        def __len__(self) -> int:
            """Pairs of client and redirect URI."""
            return self._pairs

        @property
        def clients(self) -> int:
            """Clients with a redirect URI."""
            return self._clients

        def verify(self) -> None:
            """Reads the whole file and raises ``TableError`` where it is damaged."""
            self._check(self._start, len(self._data))

        def is_redirect_uri_allowed(self, client_id: str, redirect_uri: str) -> bool:
            """True when the client may have its answer sent to the redirect URI.

            That is for equal bytes, and for native clients at any port of a loopback address
            (RFC 8252 section 7.3). Raises ``TableError`` where the table is damaged.
            """
            # As exactly a text: subclasses can change what equality means.
            if not isinstance(client_id, str) or not isinstance(redirect_uri, str):
                return False
            try:
                key, uri = str.encode(client_id), str.encode(redirect_uri)
            except UnicodeEncodeError:
                return False
            if self._flags(key, uri) is not None:
                return True
            if not uri.startswith(b"http://"):
                return False
            match = _LOOPBACK.fullmatch(uri)
            if match is None or int(match[2]) > 65535:
                return False
            flags = self._flags(key, match[1] + match[3])
            return flags is not None and flags & 1 == 1

        def _flags(self, key: bytes, uri: bytes) -> Optional[int]:
            """The flags of the client that has a redirect URI."""
            key_length, uri_length = len(key), len(uri)
            if key_length > 0xFFFF or uri_length > 0xFFFF:
                return None
            text = b"".join((key, _ZEROS[key_length & 7], uri, _ZEROS[uri_length & 7]))
            count = len(text) >> 3
            words = _WORDS[count](text) if count < 64 else struct.unpack(f"<{count}Q", text)
            state = ((self._seed ^ key_length << 32 ^ uri_length) * _K1) & _MASK
            state ^= state >> 32
            for word in words:
                state = ((state ^ word) * _K1) & _MASK
                state ^= state >> 32
            state = ((state ^ state >> 29) * _K2) & _MASK
            state ^= state >> 32
            data, is_checked = self._data, self._is_checked
            try:
                place = self._start + 2 * ((state >> 32) * self._buckets >> 32)
                if not is_checked[place >> 12]:
                    self._check(place, place + 2)
                state = ((state ^ (_U16(data, place)[0] * _K3 & _MASK)) * _K2) & _MASK
                place = self._slot_start + 4 * ((state >> 32) * self._slots >> 32)
                if not is_checked[place >> 12]:
                    self._check(place, place + 4)
                place = _U32(data, place)[0]
                if place == 0:
                    return None
                place += self._record_start
                end = place + 6
                if not is_checked[place >> 12] or not is_checked[end - 1 >> 12]:
                    self._check(place, end)
                owner, length = _RECORD(data, place)
                if length != uri_length:
                    return None
                place, end = end, end + length
                if length > _BLOCK_LENGTH or not is_checked[end - 1 >> 12]:
                    self._check(place, end)
                if data[place:end] != uri:
                    return None
                place = owner + self._record_start
                end = place + 3
                if not is_checked[place >> 12] or not is_checked[end - 1 >> 12]:
                    self._check(place, end)
                flags, length = _CLIENT(data, place)
                if length != key_length:
                    return None
                place, end = end, end + length
                if length > _BLOCK_LENGTH or not is_checked[end - 1 >> 12]:
                    self._check(place, end)
                return flags if data[place:end] == key else None
            except (IndexError, struct.error) as error:
                raise self._error("is damaged") from error

        def _check(self, start: int, end: int) -> None:
            """Holds the blocks of some bytes against their checksums."""
            data = self._data
            if end > len(data):
                raise self._error("is damaged")
            for block in range(start >> 12, (end + _BLOCK_LENGTH - 1) >> 12):
                checksum = _U32(data, _HEADER_LENGTH + 4 * (block - self._first))[0]
                if zlib.crc32(data[block << 12 : (block + 1) << 12]) != checksum:
                    raise self._error("is damaged")
                self._is_checked[block] = 1

        def _error(self, reason: str) -> TableError:
            return TableError(f"{self._path}: {reason}")


    class ReloadingTable:
        """A table that follows its file. Safe to use from many threads."""

        def __init__(self, path: Union[str, os.PathLike[str]], environment: str) -> None:
            self._arguments = (path, environment)
            self._lock = threading.Lock()
            self._stamp: Optional[tuple[int, int, int]] = None
            self.reload()

        @property
        def table(self) -> Table:
            """The table as it is now."""
            return self._table

        def reload(self) -> None:
            """Opens the file anew; raises ``TableError``, and goes on with the table that was there."""
            with self._lock:
                stamp = self._read_stamp()
                self._table = Table(*self._arguments)
                self._stamp = stamp

        def reload_if_changed(self) -> bool:
            """Opens the file anew where it is another one; true where it was."""
            if self._read_stamp() == self._stamp:
                return False
            self.reload()
            return True

        def is_redirect_uri_allowed(self, client_id: str, redirect_uri: str) -> bool:
            """As ``Table.is_redirect_uri_allowed``."""
            return self._table.is_redirect_uri_allowed(client_id, redirect_uri)

        def _read_stamp(self) -> tuple[int, int, int]:
            try:
                status = os.stat(self._arguments[0])
            except OSError as error:
                raise TableError(f"{os.fspath(self._arguments[0])}: cannot be opened") from error
            return status.st_ino, status.st_size, status.st_mtime_ns
    """#
  }
}
