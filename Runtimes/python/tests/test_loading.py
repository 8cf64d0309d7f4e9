from __future__ import annotations

import hashlib
import json
import tempfile
import threading
import unittest
from pathlib import Path
from typing import Any

import linkpolicy_allowlist as la
from linkpolicy_allowlist import Environment

BYTES = (Path(__file__).parent / "allowlist.json").read_bytes()


def load(data: bytes, environment: Environment = Environment.PROD) -> la.Allowlist:
    return la.Allowlist.load(data, hashlib.sha256(data).hexdigest(), environment)


class LoadingTests(unittest.TestCase):
    def refused(self, data: bytes, sha256: object = None) -> str:
        digest: Any = sha256
        if sha256 is None:
            digest = hashlib.sha256(data).hexdigest()
        with self.assertRaises(la.AllowlistError) as caught:
            la.Allowlist.load(data, digest, Environment.PROD)
        return str(caught.exception)

    def changed(self, *path: str | int, value: object) -> bytes:
        document = json.loads(BYTES)
        inner = document
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = value
        return json.dumps(document).encode()

    def test_a_complete_file_is_loaded(self) -> None:
        allowlist = load(BYTES)
        assert [each.key for each in allowlist.clients] == ["google-home", "portal"]
        client = allowlist.client("portal-prod")
        assert client is not None
        assert client.is_public
        assert client.requires_pkce
        assert client.token_endpoint_auth == "none"
        google = allowlist.client("google-prod")
        assert google is not None
        assert google.provider == "google-account-linking"
        assert load(BYTES, Environment.SANDBOX).clients == ()

    def test_the_hash_is_checked(self) -> None:
        assert "does not match" in self.refused(BYTES, "0" * 64)
        assert "does not match" in self.refused(
            BYTES + b"\n", hashlib.sha256(BYTES).hexdigest()
        )
        for sha256 in ("", "x" * 64, "0" * 63, 1, b"0" * 64):
            assert "64 hex digits" in self.refused(BYTES, sha256)

    def test_every_key_is_required_and_no_other_allowed(self) -> None:
        def paths(value: object, *path: str | int) -> list[tuple[str | int, ...]]:
            if isinstance(value, list):
                pairs: list[tuple[str | int, object]] = list(enumerate(value))
                return [each for key, item in pairs for each in paths(item, *path, key)]
            if not isinstance(value, dict):
                return []
            inner = [each for key in value for each in paths(value[key], *path, key)]
            return [path, *inner]

        objects = paths(json.loads(BYTES))
        assert len(objects) > 8
        for path in objects:
            document = json.loads(BYTES)
            inner = document
            for step in path:
                inner = inner[step]
            for key in list(inner):
                value = inner.pop(key)
                message = self.refused(json.dumps(document).encode())
                assert f"missing key '{key}'" in message
                # No value may be of another type.
                others: list[object] = [7.5, {"x": 1}, [[]]]
                for wrong in others:
                    inner[key] = wrong
                    self.refused(json.dumps(document).encode())
                inner[key] = value
            inner["extra"] = 1
            assert "unknown key 'extra'" in self.refused(json.dumps(document).encode())

    def test_other_values_are_refused(self) -> None:
        client = ("environments", "prod", "clients", 0)
        for data in (
            self.changed("schemaVersion", value=2),
            self.changed("schemaVersion", value=True),
            self.changed("schemaVersion", value="1"),
            self.changed(*client, "state", value="maybe"),
            self.changed(*client, "public", value=True),
            self.changed(*client, "client_id", value="\ud800"),
            self.changed(*client, "client_id", value=None),
            self.changed(*client, "redirect_uris", value="https://app.example/"),
            self.changed(*client, "omit_redirect_uri", value=0),
            b"",
            b"null",
            BYTES[:-3],
            BYTES + b"x",
            BYTES.decode().encode("utf-16"),
            BYTES.replace(b"google-prod", b"google-\xff"),
            BYTES.replace(b'"state"', b'"type": "web", "state"', 1),
            BYTES.replace(b"600", b"NaN", 1),
            b"[" * 100_000,
        ):
            with self.subTest(data=data[:40]):
                self.refused(data)

    def test_a_file_is_replaced_whole_or_not(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "allowlist.json"
            checksum = Path(directory) / "allowlist.json.sha256"

            def write(data: bytes) -> None:
                path.write_bytes(data)
                line = f"{hashlib.sha256(data).hexdigest()}  allowlist.json\n"
                checksum.write_text(line)

            with self.assertRaises(OSError):
                la.AllowlistFile(path, Environment.PROD)
            write(BYTES)
            file = la.AllowlistFile(path, Environment.PROD)
            first = file.current
            path.write_bytes(BYTES + b" ")
            with self.assertRaises(la.AllowlistError):
                file.reload()
            assert file.current is first
            for line in ("", "\n", "0" * 63, "0" * 65, "x" + "0" * 63):
                checksum.write_text(line)
                with self.assertRaises(la.AllowlistError):
                    file.reload()
            write(BYTES.replace(b"portal-prod", b"portal-next"))
            assert file.reload() is file.current
            assert file.current.client("portal-next") is not None
            assert first.client("portal-next") is None

    def test_reload_is_safe_between_threads(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "allowlist.json"
            path.write_bytes(BYTES)
            checksum = Path(directory) / "allowlist.json.sha256"
            checksum.write_text(hashlib.sha256(BYTES).hexdigest())
            file = la.AllowlistFile(str(path), Environment.PROD)
            found: list[bool] = []

            def use() -> None:
                for _ in range(20):
                    file.reload()
                    found.append(file.current.client("portal-prod") is not None)

            threads = [threading.Thread(target=use) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert found == [True] * 80


if __name__ == "__main__":
    unittest.main()
