#!/usr/bin/env python3
"""The server with hostile clients: request smuggling, limits, random input, many connections, signals. Standard library only.

    Web/Tests/server_test.py             # seconds
    FUZZ_REQUESTS=10000 Web/Tests/server_test.py
"""
import concurrent.futures
import http.client
import json
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, os.path.dirname(__file__))
from served import PROGRAM, SOON, Served  # noqa: E402

REQUESTS = int(os.environ.get("FUZZ_REQUESTS", "600"))
SEED = int(os.environ.get("FUZZ_SEED", "18"))


def raw(port, data, timeout=SOON, host="127.0.0.1", half=True):
    """Sends bytes and returns the response, until the server closes the connection or the read times out."""
    with socket.create_connection((host, port), timeout=timeout) as connection:
        answer = b""
        try:
            connection.sendall(data)
            if half:
                connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(65536):
                answer += part
        except (TimeoutError, ConnectionError, BrokenPipeError, OSError):
            pass
        return answer


def statuses(answer):
    return [int(line.split(b" ")[1]) for line in answer.split(b"\r\n") if line.startswith(b"HTTP/1.1 ")]


class ServerTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.served = Served("--write")
        cls.port = cls.served.port

    @classmethod
    def tearDownClass(cls):
        status = cls.served.end()
        assert status == 0, status
        # The server doesn't write requests or tokens to any file.
        assert cls.served.errors == "" and cls.served.output == "", (cls.served.errors, cls.served.output)

    def ask(self, method, path, body=None, headers=None, token=True):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2 * SOON)
        fields = {"content-type": "application/json"} if body is not None else {}
        if token:
            fields["authorization"] = f"Bearer {self.served.token}"
        fields.update(headers or {})
        connection.request(method, path, body, fields)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer, content

    def alive(self):
        # Wait until abandoned work ends.
        end = time.monotonic() + SOON
        while (answer := self.ask("GET", "/api/info")[0]).status == 503 and time.monotonic() < end:
            time.sleep(0.2)
        self.assertEqual(answer.status, 200)

    def head(self, *lines, host="localhost", first="GET / HTTP/1.1"):
        return "\r\n".join([first, f"Host: {host}", *lines, "", ""]).encode("latin-1")

    # MARK: bind, host, origin, token

    def test_only_this_machine_is_listened_to(self):
        listening = set()
        for name in ("/proc/net/tcp", "/proc/net/tcp6"):
            if not os.path.exists(name):
                self.skipTest("no /proc/net")
            for line in open(name).read().splitlines()[1:]:
                fields = line.split()
                address, port = fields[1].split(":")
                if int(port, 16) == self.port and fields[3] == "0A":
                    listening.add(address)
        self.assertIn("0100007F", listening)
        self.assertLessEqual(listening, {"0100007F", "00000000000000000000000001000000"})

    def test_host_comes_first_of_all(self):
        for host in ("evil.example", "localhost.", "127.0.0.1.evil.example", "localhost:x", "0.0.0.0"):
            self.assertEqual(statuses(raw(self.port, self.head(host=host))), [400], host)
        self.assertEqual(statuses(raw(self.port, b"GET / HTTP/1.1\r\n\r\n")), [400])
        self.assertEqual(statuses(raw(self.port, self.head("Host: localhost"))), [400])
        self.assertEqual(statuses(raw(self.port, self.head(first="GET http://localhost/ HTTP/1.1"))), [400])
        self.assertEqual(statuses(raw(self.port, self.head(first="GET http://evil.example/ HTTP/1.1"))), [400])
        for host in ("localhost", "127.0.0.1:1", "[::1]:99"):
            self.assertEqual(statuses(raw(self.port, self.head(host=host))), [200], host)

    def test_other_pages_get_nothing(self):
        for field in ("Origin: http://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site"):
            answer = raw(self.port, self.head(field))
            self.assertEqual(statuses(answer), [403], field)
            self.assertNotIn(b"access-control", answer.lower())
        answer = raw(self.port, self.head("Origin: http://evil.example", "Access-Control-Request-Method: POST", first="OPTIONS /api/validate HTTP/1.1"))
        self.assertEqual(statuses(answer), [403])

    def test_the_token(self):
        for fields in ({}, {"authorization": "Bearer 0"}, {"cookie": f"token={self.served.token}"}):
            self.assertEqual(self.ask("GET", "/api/files", headers=fields, token=False)[0].status, 401)
        self.assertEqual(self.ask("GET", f"/api/files?token={self.served.token}", token=False)[0].status, 401)
        # Ten wrong tokens start a pause of five seconds. Even on a slow machine, one of many requests is in a pause.
        for _ in range(300):
            status = self.ask("GET", "/api/info", headers={"authorization": "Bearer 1"}, token=False)[0].status
            if status == 429:
                break
        self.assertEqual(status, 429)
        self.alive()

    def test_forms_are_no_json(self):
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            self.assertEqual(self.ask("POST", "/api/validate", "{}", {"content-type": kind})[0].status, 415)

    def test_fields_of_every_answer(self):
        for path, token in (("/", False), ("/nothing", False), ("/api/info", True), ("/api/info", False), ("/api/nothing", True)):
            answer, _ = self.ask("GET", path, token=token)
            policy = answer.getheader("content-security-policy")
            self.assertIn("require-trusted-types-for 'script'", policy)
            self.assertEqual(answer.getheader("x-content-type-options"), "nosniff")
            self.assertEqual(answer.getheader("referrer-policy"), "no-referrer")
            self.assertEqual(answer.getheader("cross-origin-opener-policy"), "same-origin")
            self.assertEqual(answer.getheader("cross-origin-resource-policy"), "same-origin")
            self.assertIsNone(answer.getheader("set-cookie"))

    # MARK: parsing

    SMUGGLING = {
        "lengths that differ": "POST /api/validate HTTP/1.1|Host: localhost|Content-Length: 2|Content-Length: 3||{}x",
        "length twice": "POST /api/validate HTTP/1.1|Host: localhost|Content-Length: 2|Content-Length: 2||{}",
        "length and chunks": "POST /api/validate HTTP/1.1|Host: localhost|Content-Length: 2|Transfer-Encoding: chunked||0||",
        "chunks and length": "POST /api/validate HTTP/1.1|Host: localhost|Transfer-Encoding: chunked|Content-Length: 2||0||",
        "chunks twice": "POST /api/validate HTTP/1.1|Host: localhost|Transfer-Encoding: chunked|Transfer-Encoding: identity||0||",
        "chunks and more": "POST /api/validate HTTP/1.1|Host: localhost|Transfer-Encoding: chunked, identity||0||",
        "a length with a sign": "POST /api/validate HTTP/1.1|Host: localhost|Content-Length: +2||{}",
        "a negative length": "POST /api/validate HTTP/1.1|Host: localhost|Content-Length: -2||{}",
        "a list of lengths": "POST /api/validate HTTP/1.1|Host: localhost|Content-Length: 2, 2||{}",
        "a length in hex": "POST /api/validate HTTP/1.1|Host: localhost|Content-Length: 0x2||{}",
        "a huge length": "POST /api/validate HTTP/1.1|Host: localhost|Content-Length: 99999999999999999999||{}",
        "a bad chunk": "POST /api/validate HTTP/1.1|Host: localhost|TOKEN|Content-Type: application/json|Transfer-Encoding: chunked||zz|{}|0||",
        "a negative chunk": "POST /api/validate HTTP/1.1|Host: localhost|TOKEN|Content-Type: application/json|Transfer-Encoding: chunked||-1|{}|0||",
        "a folded field": "GET / HTTP/1.1|Host: localhost|X: a| b||",
        "a space before the colon": "GET / HTTP/1.1|Host : localhost||",
        "a field without a colon": "GET / HTTP/1.1|Host: localhost|nothing||",
        "a field without a name": "GET / HTTP/1.1|Host: localhost|: x||",
        "NUL in a field": "GET / HTTP/1.1|Host: localhost|X: a\0b||",
        "NUL in the target": "GET /\0 HTTP/1.1|Host: localhost||",
        "no version": "GET /|Host: localhost||",
        "another version": "GET / HTTP/3.7|Host: localhost||",
        "a lone CR in a field": "GET / HTTP/1.1|Host: localhost|X: a\rY: b||",
        "bare LF": "GET / HTTP/1.1\nHost: localhost\n\n",
        "bare LF in the fields": "GET / HTTP/1.1|Host: localhost\nX: y||",
        "bare LF at the end": "GET / HTTP/1.1|Host: localhost|\n",
        "another protocol": "\x16\x03\x01\x02\x00\x01",
        "HTTP/2": "PRI * HTTP/2.0||SM||",
    }

    def test_smuggling_ends_in_400_and_a_closed_connection(self):
        second = b"GET /app.js HTTP/1.1\r\nHost: localhost\r\n\r\n"
        wrong = {}
        for name, text in self.SMUGGLING.items():
            text = text.replace("TOKEN", f"Authorization: Bearer {self.served.token}")
            data = text.replace("|", "\r\n").encode("latin-1") + second
            answer = statuses(raw(self.port, data))
            if answer != [400]:
                wrong[name] = answer
        self.assertEqual(wrong, {})
        self.alive()

    def test_where_the_library_is_lenient(self):
        # Several spaces in the first line: SwiftNIO's parser treats them as one. There is no proxy between
        # browsers and this server that could parse them differently.
        self.assertEqual(statuses(raw(self.port, b"GET  /  HTTP/1.1\r\nHost: localhost\r\n\r\n")), [200])

    def test_limits(self):
        self.assertEqual(statuses(raw(self.port, self.head(first=f"GET /{'a' * 9000} HTTP/1.1"))), [400])
        self.assertEqual(statuses(raw(self.port, self.head("X: " + "a" * 9000))), [400])
        self.assertEqual(statuses(raw(self.port, self.head(*[f"X{n}: " + "a" * 1000 for n in range(20)]))), [400])
        self.assertEqual(statuses(raw(self.port, self.head(*[f"X{n}: a" for n in range(200)]))), [400])
        fields = [f"Authorization: Bearer {self.served.token}", "Content-Type: application/json"]
        self.assertEqual(statuses(raw(self.port, self.head(*fields, "Content-Length: 5000000", first="POST /api/validate HTTP/1.1"))), [413])
        fields[1] = "Content-Type: application/x-ndjson"
        self.assertEqual(statuses(raw(self.port, self.head(*fields, "Content-Length: 300000000", first="POST /api/replay HTTP/1.1"))), [413])
        fields[1] = "Content-Type: application/json"
        # The same with a chunked body. A client that doesn't read while it sends sees only the closed connection.
        fields.append("Transfer-Encoding: chunked")
        chunks = b"".join(b"100000\r\n" + b" " * (1 << 20) + b"\r\n" for _ in range(5)) + b"0\r\n\r\n"
        self.assertIn(statuses(raw(self.port, self.head(*fields, first="POST /api/validate HTTP/1.1") + chunks)), ([413], []))
        self.alive()

    # MARK: files and revisions

    def test_nothing_outside_is_reached(self):
        for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd", "/api/files/..", "/api/files/%2e%2e%2fetc", "//etc/passwd", "/examples/../index.html"):
            answer, content = self.ask("GET", path)
            self.assertIn(answer.status, (400, 404), path)
            self.assertNotIn(b"root:", content)
        for name in ("--help", "-h", "HEAD..HEAD", "HEAD:Policies", "$(id)", "a b"):
            answer, _ = self.ask("POST", "/api/diff", json.dumps({"old": {"revision": name}, "new": {"disk": True}}))
            self.assertEqual(answer.status, 400, name)
        answer, content = self.ask("POST", "/api/diff", json.dumps({"old": {"revision": "HEAD"}, "new": {"disk": True}}))
        self.assertEqual((answer.status, json.loads(content)["changes"]), (200, []))

    def test_a_link_leads_nowhere_else(self):
        for name, target in (("link.yaml", "/etc/passwd"), ("links", "/etc")):
            link = self.served.policy(name)
            link.symlink_to(target)
            try:
                for method, path, body in (("GET", "/api/files", None), ("POST", "/api/validate", "{}"), ("POST", "/api/addresses", "{}")):
                    answer, content = self.ask(method, path, body)
                    self.assertIn(answer.status, (200, 400), (path, content))
                    self.assertNotIn(b"root:", content)
            finally:
                link.unlink()

    def test_a_save_changes_one_file_at_once(self):
        _, content = self.ask("GET", "/api/files")
        file = next(f for f in json.loads(content)["files"] if f["path"].endswith("nordic-locks.yaml"))
        text = self.served.policy("nordic-locks.yaml").read_text()
        saved = json.dumps({"text": text + "# more\n"})
        self.assertEqual(self.ask("PUT", f"/api/files/{file['id']}", saved, {"if-match": "0"})[0].status, 409)
        self.assertEqual(self.served.policy("nordic-locks.yaml").read_text(), text)
        self.assertEqual(self.ask("PUT", f"/api/files/{file['id']}", saved, {"if-match": file["digest"]})[0].status, 200)
        self.assertEqual(self.served.policy("nordic-locks.yaml").read_text(), text + "# more\n")
        self.assertEqual(sorted(p.name for p in self.served.policy("").iterdir()), ["acme-cli.yaml", "acme-home.yaml", "nordic-lights.yaml", "nordic-locks.yaml", "tests"])
        self.served.policy("nordic-locks.yaml").write_text(text)

    # MARK: events, replay

    def test_events_tell_of_changes(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SOON)
        connection.request("GET", "/api/events", headers={"authorization": f"Bearer {self.served.token}"})
        answer = connection.getresponse()
        self.assertIn(b"hello", answer.readline())
        # Several changes, because the server may first read the file after a change.
        policy = self.served.policy("acme-cli.yaml")
        over = threading.Event()

        def change():
            while not over.wait(0.7):
                policy.write_text(policy.read_text() + "# touched\n")
        thread = threading.Thread(target=change)
        thread.start()
        try:
            seen = b"?"
            while seen and b"changed" not in seen:
                seen = answer.readline()
            self.assertIn(b"changed", seen)
        finally:
            over.set()
            thread.join()
            connection.close()

    def test_a_replay_of_some_megabytes(self):
        line = json.dumps({"kind": "authorize", "client_id": "acme-cli-prod", "redirect_uri": "http://127.0.0.1:8080/callback", "scope": "devices"}) + "\n"
        count = (8 << 20) // len(line)
        answer, content = self.ask("POST", "/api/replay", line.encode() * count, {"content-type": "application/x-ndjson"})
        self.assertEqual(answer.status, 200)
        summary = json.loads(content.decode().split("event: summary\ndata: ")[1])
        self.assertEqual(summary["lines"], count)
        self.assertIn("event: progress", content.decode())

    def log(self, *fields):
        return self.head(f"Authorization: Bearer {self.served.token}", "Content-Type: application/x-ndjson", *fields, first="POST /api/replay HTTP/1.1")

    def test_a_replay_tells_how_far_it_is_before_its_log_has_ended(self):
        line = b'{"kind":"authorize","client_id":"acme-cli-prod"}\n'
        part = line * ((3 << 20) // len(line))
        with socket.create_connection(("127.0.0.1", self.port), timeout=SOON) as connection:
            connection.sendall(self.log(f"Content-Length: {2 * len(part)}") + part)
            answer = b""
            while b"event: progress" not in answer:
                answer += connection.recv(65536)
            self.assertNotIn(b"event: summary", answer)
            connection.sendall(part)
            while b"event: summary" not in answer or not answer.rstrip().endswith(b"0"):
                more = connection.recv(65536)
                self.assertNotEqual(more, b"")
                answer += more
        told = [int(found) for found in re.findall(rb'data: {"bytes":(\d+)}', answer)]
        self.assertEqual(told, sorted(told))
        self.assertGreaterEqual(len(told), 4)
        self.assertIn(b'"lines":%d' % (2 * len(part) // len(line)), answer)

    def test_a_replay_that_nobody_waits_for_takes_no_place(self):
        # More replays than can run in parallel; each client disconnects in the middle of its log.
        for _ in range(8):
            with socket.create_connection(("127.0.0.1", self.port), timeout=SOON) as connection:
                connection.sendall(self.log("Content-Length: 200000000") + b"{}\n" * 30_000)
                self.assertEqual(statuses(connection.recv(65536)), [200])
        answer, content = self.ask("POST", "/api/replay", b"{}\n" * 10, {"content-type": "application/x-ndjson"})
        self.assertEqual(answer.status, 200)
        self.assertIn(b"event: summary", content)

    def test_a_log_that_grows_beyond_its_limit_is_not_read_on(self):
        # A chunked body, whose length is unknown at the start. The server closes the connection and keeps running.
        # Lines of one megabyte, each of which is rejected as a whole.
        chunk = b"400000\r\n" + (b" " * ((1 << 20) - 1) + b"\n") * 4 + b"\r\n"
        with socket.create_connection(("127.0.0.1", self.port), timeout=SOON) as connection:
            with self.assertRaises(OSError):
                connection.sendall(self.log("Transfer-Encoding: chunked"))
                for _ in range(100):
                    connection.sendall(chunk)
                while connection.recv(65536):
                    pass
                raise OSError("closed")
        self.alive()

    # MARK: noise

    def test_noise(self):
        token = self.served.token
        methods = ["GET", "POST", "PUT", "HEAD", "OPTIONS", "DELETE", "TRACE", "get", "", "G\x00T", "PATCH", "CONNECT"]
        paths = ["/", "/app.js", "/api/info", "/api/validate", "/api/simulate", "/api/diff", "/api/files/0000000000000000", "/api/replay?against=HEAD", "/api/session", "/%", "*", "/api/editor/hover", "//", "/?" + "a" * 300, "/api/match", "/api/who-allows"]
        lines = ["Host: localhost", "Host: evil", f"Authorization: Bearer {token}", "Authorization: Bearer 0", "Content-Type: application/json", "Content-Type: application/x-ndjson", "Transfer-Encoding: chunked", "Content-Length: 5", "Content-Length: 0", "Connection: close", "Expect: 100-continue", "Origin: http://localhost", "Sec-Fetch-Site: none", "X: " + "é" * 9, "Upgrade: websocket", "Range: bytes=0-1", "If-Match: \"0\"", "\0", ":", " folded", "Cookie: a=b"]
        bodies = ["", "{}", "[]", '{"files":{"a.yaml":"linkpolicy: 1"},"disk":false}', '{"kind":"authorize"}', "{" * 50, '{"url":"' + "%" * 40, "0\r\n\r\n", "5\r\n{\"a\":\r\n", "\xff\xfe", '{"uri":"https://a.example/"}', '{"old":{"disk":true},"new":{"files":{"x.yaml":"a: [b"},"disk":false}}', "null", '{"files":{"../x":"y"}}']

        def deep(pick):
            """A request that reaches a route, with a random body."""
            path = pick.choice([p for p in paths if p.startswith("/api/") and "files" not in p and "info" not in p] + ["/api/addresses", "/api/editor/completion"])
            kind = "application/x-ndjson" if "replay" in path else "application/json"
            body = bytearray(pick.choice(bodies).encode("latin-1", "replace"))
            for _ in range(pick.choice([0, 0, 1, 3])):
                if body:
                    body[pick.randrange(len(body))] = pick.randrange(256)
            return self.head(f"Authorization: Bearer {token}", f"Content-Type: {kind}", f"Content-Length: {len(body)}", first=f"POST {path} HTTP/1.1") + bytes(body)

        def one(number):
            pick = random.Random(SEED * 1_000_003 + number)
            if pick.random() < 0.5:
                return number, statuses(raw(self.port, deep(pick)))
            end = pick.choice(["\r\n"] * 9 + ["\n"])
            head = f"{pick.choice(methods)} {pick.choice(paths)} {pick.choice(['HTTP/1.1'] * 8 + ['HTTP/1.0', 'HTTP/9', ''])}"
            # Most requests pass the first checks.
            fields = (["Host: localhost", f"Authorization: Bearer {token}", "Content-Type: application/json"] if pick.random() < 0.6 else []) + pick.sample(lines, pick.randint(0, 4))
            body = pick.choice(bodies)
            if pick.random() < 0.6:
                fields.append(f"Content-Length: {len(body.encode('latin-1', 'replace'))}")
            data = bytearray((end.join([head, *fields, "", ""]) + body).encode("latin-1", "replace"))
            if data and pick.random() < 0.3:
                for _ in range(pick.randint(1, 4)):
                    data[pick.randrange(len(data))] = pick.randrange(256)
            if pick.random() < 0.1:
                del data[pick.randrange(len(data) + 1):]
            found = statuses(raw(self.port, bytes(data)))
            return number, found

        faults = []
        counts = {}
        start = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            for number, found in pool.map(one, range(REQUESTS)):
                for status in found:
                    counts[status] = counts.get(status, 0) + 1
                    if status == 500:
                        faults.append(number)
        self.assertIsNone(self.served.process.poll())
        self.assertEqual(faults, [])
        self.alive()
        print(f"\n{REQUESTS} requests, seed {SEED}, {time.monotonic() - start:.1f} s: {dict(sorted(counts.items()))}")

    def test_two_hundred_clients(self):
        def one(number):
            try:
                answer, content = self.ask("POST", "/api/validate", "{}") if number % 2 else self.ask("GET", "/app.js", token=False)
                return answer.status
            except (OSError, http.client.HTTPException):
                return 0
        with concurrent.futures.ThreadPoolExecutor(200) as pool:
            found = list(pool.map(one, range(200)))
        # The server rejects or closes excess requests, and responds to the others.
        self.assertLessEqual(set(found), {200, 503, 0})
        self.assertGreater(found.count(200), 10)
        time.sleep(0.3)
        self.alive()
        print(f"\n200 clients: {found.count(200)} answered, {found.count(503)} told to come again, {found.count(0)} closed")


class TimesTest(unittest.TestCase):
    """Timeouts, shortened for tests; the defaults are 5, 30, 60 and 10 seconds."""

    def closed(self, data):
        """The response on a connection without further input, until the server closes it."""
        served = Served(environment={"LINKPOLICY_WEB_TIMES": "head=400,body=400,idle=400"})
        try:
            data = data.replace("TOKEN", served.token).encode()
            # Shorter than the defaults, except for request headers.
            with socket.create_connection(("127.0.0.1", served.port), timeout=25) as connection:
                connection.sendall(data)
                answer = b""
                while part := connection.recv(65536):
                    answer += part
            return answer
        finally:
            self.assertEqual(served.end(), 0)

    def test_a_head_that_does_not_end(self):
        self.assertEqual(self.closed("GET / HTTP/1.1\r\nHost: localhost\r\n"), b"")

    def test_a_connection_that_says_nothing(self):
        self.assertEqual(self.closed(""), b"")

    def test_a_body_that_does_not_end(self):
        head = "POST /api/validate HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer TOKEN\r\nContent-Type: application/json\r\n"
        for rest in ("Content-Length: 100\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"):
            self.assertEqual(self.closed(head + rest), b"")

    def test_a_log_that_stops(self):
        # The server may respond to the part that it received, but doesn't wait for the rest.
        head = "POST /api/replay HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer TOKEN\r\nContent-Type: application/x-ndjson\r\nContent-Length: 9000\r\n\r\n{}\n"
        answer = self.closed(head)
        self.assertIn(statuses(answer), ([], [200]))
        self.assertNotIn(b"event: summary", answer)

    def test_silence_after_an_answer(self):
        self.assertEqual(statuses(self.closed("GET /app.js HTTP/1.1\r\nHost: localhost\r\n\r\n")), [200])

    def test_work_that_takes_too_long(self):
        served = Served(environment={"LINKPOLICY_WEB_TIMES": "work=20"})
        try:
            clients = "".join(f"  c{n}:\n    provider: generic\n    type: web\n    client_id: {{ prod: c{n} }}\n    redirect_uris: {{ prod: [https://a{n}.acme.example/cb] }}\n" for n in range(20_000))
            body = json.dumps({"disk": False, "files": {"a.yaml": "linkpolicy: 1\nname: many\nclients:\n" + clients}})

            def ask(path):
                connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=2 * SOON)
                connection.request("POST", path, body, {"authorization": f"Bearer {served.token}", "content-type": "application/json"})
                answer = connection.getresponse()
                return answer.status, answer.getheader("retry-after"), json.loads(answer.read())["error"]
            for path, command in (("validate", "validate"), ("addresses", "generate --target report")):
                status, again, error = ask(f"/api/{path}")
                self.assertEqual((status, again, error["code"]), (503, None, "late"))
                self.assertIn(f"`linkpolicy {command}`", error["message"])
            # While abandoned work continues, the server still serves the pages.
            connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=SOON)
            connection.request("GET", "/app.js")
            self.assertEqual(connection.getresponse().status, 200)
        finally:
            self.assertEqual(served.end(), 0)


class AwayTest(unittest.TestCase):
    def test_a_server_that_nobody_asks_anything_ends(self):
        # A slow machine needs a longer timeout.
        for away in (1_000, 6_000, 30_000):
            served = Served("--idle-timeout", "1", environment={"LINKPOLICY_WEB_TIMES": f"ping=500,away={away}"})
            try:
                connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=SOON)
                connection.request("GET", "/api/events", headers={"authorization": f"Bearer {served.token}"})
                events = connection.getresponse()
                self.assertIn(b"hello", events.readline())
            except OSError:
                self.assertEqual(served.end(), 0)
                continue
            try:
                # An open page counts as activity even without requests.
                time.sleep(2 * away / 1000)
                self.assertIsNone(served.process.poll())
                events.close()
                connection.close()
                self.assertEqual(served.process.wait(SOON), 0)
            finally:
                served.end()
            return
        self.fail("it ended before anybody could ask")

    def test_minutes_are_minutes(self):
        for minutes in ("0", "-1", "1441", "x", ""):
            run = subprocess.run([PROGRAM, "--idle-timeout", minutes], capture_output=True, timeout=SOON)
            self.assertEqual(run.returncode, 2)
            self.assertIn(b"must be a number from 1 to 1440", run.stderr)


class NumbersTest(unittest.TestCase):
    def ask(self, served, path="/icon.svg", token=False, connection=None):
        connection = connection or http.client.HTTPConnection("127.0.0.1", served.port, timeout=SOON)
        connection.request("GET", path, headers={"authorization": f"Bearer {served.token}"} if token else {})
        answer = connection.getresponse()
        answer.read()
        return connection, answer.status

    def test_strangers_keep_nobody_out(self):
        served = Served()
        held = []
        try:
            owner, status = self.ask(served, "/api/info", token=True)
            self.assertEqual(status, 200)
            # Some connections are silent, some got a response, some send an endless body. All of them reconnect.
            for number in range(96):
                if number % 3 == 0:
                    held.append(socket.create_connection(("127.0.0.1", served.port), timeout=SOON))
                elif number % 3 == 1:
                    held.append(self.ask(served)[0])
                else:
                    connection = socket.create_connection(("127.0.0.1", served.port), timeout=SOON)
                    connection.sendall(b"POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{")
                    held.append(connection)
                if number % 8 == 0:
                    connection, status = self.ask(served, "/api/info", token=True)
                    held.append(connection)
                    self.assertEqual(status, 200)
            # The owner's connection is still open.
            sock = owner.sock
            self.assertEqual(self.ask(served, "/api/info", token=True, connection=owner)[1], 200)
            self.assertIs(owner.sock, sock)
            held.append(owner)
        finally:
            for connection in held:
                connection.close()
            self.assertEqual(served.end(), 0)

    def test_thirty_two_connections_of_the_owner(self):
        served = Served()
        held = []
        try:
            for _ in range(32):
                connection, status = self.ask(served, "/api/info", token=True)
                held.append(connection)
                self.assertEqual(status, 200)
            connection, status = self.ask(served)
            connection.close()
            self.assertEqual(status, 503)
            # One connection is closed, and another is opened.
            held.pop().close()
            end = time.monotonic() + SOON
            while status == 503 and time.monotonic() < end:
                connection, status = self.ask(served)
                held.append(connection)
            self.assertEqual(status, 200)
        finally:
            for connection in held:
                connection.close()
            self.assertEqual(served.end(), 0)

    def test_sixteen_pages_listen(self):
        served = Served()
        held = []
        try:
            for number in range(17):
                connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=SOON)
                connection.request("GET", "/api/events", headers={"authorization": f"Bearer {served.token}"})
                answer = connection.getresponse()
                held.append((connection, answer))
                self.assertEqual(answer.status, 200 if number < 16 else 503)
        finally:
            for connection, _ in held:
                connection.close()
            self.assertEqual(served.end(), 0)


class OpenTest(unittest.TestCase):
    """`--open`: the arguments of the browser, and what other users can see of them."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.runtime = self.folder / "runtime"
        self.runtime.mkdir(mode=0o700)
        for name in ("xdg-open", "open"):
            (self.folder / name).write_text(f'#!/bin/sh\nprintf %s "$*" > "{self.folder}/told.new"; mv "{self.folder}/told.new" "{self.folder}/told"\n')
            (self.folder / name).chmod(0o755)

    def serve(self, times="", path=None, **more):
        (self.folder / "told").unlink(missing_ok=True)
        return Served("--open", environment={
            "PATH": path or f"{self.folder}:{os.environ['PATH']}", "XDG_RUNTIME_DIR": str(self.runtime),
            "TMPDIR": str(self.runtime), "LINKPOLICY_WEB_TIMES": times, **more})

    def told(self):
        """The arguments of the browser."""
        end = time.monotonic() + SOON
        while not (self.folder / "told").exists() and time.monotonic() < end:
            time.sleep(0.02)
        return (self.folder / "told").read_text()

    def gone(self, path):
        end = time.monotonic() + SOON
        while path.exists() and time.monotonic() < end:
            time.sleep(0.02)
        return not path.exists()

    def redeem(self, served, code):
        connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=SOON)
        connection.request("POST", "/api/session", json.dumps({"code": code}), {"content-type": "application/json"})
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())

    def test_the_browser_gets_a_file_that_nobody_else_can_read(self):
        served = self.serve()
        try:
            page = pathlib.Path(self.told())
            self.assertEqual(page.parent.parent, self.runtime)
            self.assertEqual(page.stat().st_mode & 0o7777, 0o600)
            self.assertEqual(page.parent.stat().st_mode & 0o7777, 0o700)
            text = page.read_text()
            code = re.search(r"url=http://127\.0\.0\.1:%d/#code=([0-9a-f]{32})\"" % served.port, text).group(1)
            self.assertNotIn(served.token, text)
            # Other users can see the arguments of processes.
            if os.path.exists("/proc"):
                line = pathlib.Path(f"/proc/{served.process.pid}/cmdline").read_bytes()
                for secret in (served.token, code):
                    self.assertNotIn(secret.encode(), line)
            # Wrong guesses of other users don't use up the code.
            found = [self.redeem(served, wrong)[0] for wrong in ["0" * 32, "", code[:-1]] * 8]
            self.assertEqual(set(found), {401, 429})
            self.assertTrue(page.exists())
            self.assertEqual(self.redeem(served, code), (200, {"schemaVersion": 1, "token": served.token}))
            self.assertIn(self.redeem(served, code)[0], (401, 429))
            self.assertTrue(self.gone(page.parent))
        finally:
            self.assertEqual(served.end(), 0)

    def test_the_page_goes_with_its_time_and_with_the_server(self):
        served = self.serve(times="code=5000")
        page = pathlib.Path(self.told())
        code = re.search(r"#code=([0-9a-f]{32})", page.read_text()).group(1)
        self.assertTrue(self.gone(page.parent))
        self.assertEqual(self.redeem(served, code)[0], 401)
        self.assertEqual(served.end(), 0)
        served = self.serve()
        page = pathlib.Path(self.told())
        self.assertTrue(page.exists())
        self.assertEqual(served.end(), 0)
        self.assertEqual(list(self.runtime.iterdir()), [])

    def test_the_next_start_removes_what_a_killed_one_left_and_nothing_else(self):
        alive = self.serve()
        kept = [pathlib.Path(self.told()).parent]
        killed = self.serve()
        page = pathlib.Path(self.told())
        killed.end(signal.SIGKILL)
        self.assertTrue(page.exists())
        for name, mode in (("linkpolicy-open-x", 0o700), ("linkpolicy-open-0123456789abcdef", 0o755)):
            (self.runtime / name).mkdir(mode=mode)
            (self.runtime / name).chmod(mode)
            kept.append(self.runtime / name)
        full = self.runtime / "linkpolicy-open-00000000000000ff"
        full.mkdir(mode=0o700)
        (full / "mine").write_text("x")
        (self.runtime / "linkpolicy-open-00000000000000fe").symlink_to(self.folder)
        kept += [full, self.runtime / "linkpolicy-open-00000000000000fe"]
        served = self.serve()
        try:
            # The server prints the URL before it creates the redirect file and removes old ones.
            kept.append(pathlib.Path(self.told()).parent)
            self.assertFalse(page.parent.exists())
            self.assertEqual(sorted(self.runtime.iterdir()), sorted(kept))
            self.assertTrue((full / "mine").exists())
        finally:
            self.assertEqual((served.end(), alive.end()), (0, 0))

    def test_no_browser_comes_from_the_working_directory(self):
        evil = self.folder / "evil"
        evil.mkdir()
        shutil.copy(self.folder / "xdg-open", evil / "xdg-open")
        shutil.copy(self.folder / "open", evil / "open")
        before = os.getcwd()
        served = self.serve(path=f":.:evil:{os.path.relpath(evil, '/')}:/usr/bin:/bin")
        try:
            for name in ("xdg-open", "open"):
                shutil.copy(evil / name, served.directory / name)
            time.sleep(1)
            self.assertEqual(before, os.getcwd())
        finally:
            self.assertEqual(served.end(), 0)
        self.assertFalse((self.folder / "told").exists())

    def test_a_browser_comes_from_a_file(self):
        served = self.serve()
        try:
            def visit(path, *fields, method="GET"):
                lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *fields, "", ""]
                return statuses(raw(served.port, "\r\n".join(lines).encode()))
            visitor = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"]
            self.assertEqual(visit("/", *visitor), [200])
            token = f"Authorization: Bearer {served.token}"
            for path in ("/api/info", "/app.js", "/?x", "//"):
                self.assertEqual(visit(path, token, *visitor), [403], path)
            self.assertEqual(visit("/", *visitor, method="HEAD"), [403])
            self.assertEqual(visit("/", *visitor[:2], "Sec-Fetch-Dest: iframe"), [403])
            self.assertEqual(visit("/", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors", visitor[2]), [403])
            self.assertEqual(visit("/", *visitor, "Origin: http://evil.example"), [403])
        finally:
            self.assertEqual(served.end(), 0)


class ReachTest(unittest.TestCase):
    """A configuration from a page can't open files outside the workspace or files that block."""

    def setUp(self):
        self.outside = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.outside)
        (self.outside / "secret.yaml").write_text("linkpolicy: 1\nname: s3cret-outside\nnmae: x\n")
        (self.outside / "known.json").write_text('{"s3cret-outside": 1}')
        os.mkfifo(self.outside / "pipe.yaml")

    def ask(self, served, method, path, body=None, **fields):
        connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=SOON)
        connection.request(method, path, body, {"authorization": f"Bearer {served.token}", "content-type": "application/json", **fields})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()

    def opened(self):
        """The access time of a file, which the server can't reset."""
        return [(path.stat().st_atime_ns, path.name) for path in sorted(self.outside.iterdir())]

    def test_a_configuration_names_paths_inside_only(self):
        served = Served("--write")
        try:
            (served.directory / "in").symlink_to(self.outside)
            os.mkfifo(served.directory / "pipe.yaml")
            for path in self.outside.iterdir():
                os.utime(path, (1, 1))
            before = self.opened()
            up = os.path.relpath(self.outside, served.directory)
            outside = [f"policies: [{place}]" for place in (self.outside, f"{self.outside}/secret.yaml", f"{up}/secret.yaml", "in", "in/secret.yaml", f"{self.outside}/pipe.yaml", "/dev/stdin", "..", "x/../../..")]
            outside += [f"baseline: {place}" for place in (f"{self.outside}/known.json", f"{up}/known.json", "in/known.json", f"{self.outside}/pipe.yaml", "/dev/zero")]
            outside += [f"generate: {{ output: {place} }}" for place in (self.outside, up, "in")]
            operations = [("validate", {}), ("test", {}), ("flow", {}), ("who-allows", {"uri": "https://a.example/"}), ("generate", {}), ("addresses", {}), ("simulate", {"kind": "authorize"})]
            tried = 0
            for line in outside:
                files = {"linkpolicy.yaml": f"linkpolicy_config: 1\n{line}\n"}
                asked = [(name, {"files": files, **more}) for name, more in operations]
                asked.append(("diff", {"old": {"files": files, "disk": True}, "new": {"disk": True}}))
                for name, body in asked:
                    status, text = self.ask(served, "POST", f"/api/{name}", json.dumps(body))
                    self.assertEqual(status, 400, (line, name, text))
                    self.assertIn("must name a path inside the workspace", text, (line, name))
                    self.assertNotIn("s3cret", text)
                    tried += 1
                policy = {"Policies/acme-cli.yaml": "linkpolicy: 1\n"}
                for name in ("hover", "completion", "actions"):
                    status, text = self.ask(served, "POST", f"/api/editor/{name}", json.dumps({"file": "Policies/acme-cli.yaml", "files": {**files, **policy}}))
                    self.assertNotIn("s3cret", text)
                    tried += 1
            # The workspace may contain pipes, which aren't read.
            for line in ("policies: [pipe.yaml]", "baseline: pipe.yaml"):
                status, text = self.ask(served, "POST", "/api/validate", json.dumps({"files": {"linkpolicy.yaml": f"linkpolicy_config: 1\n{line}\n"}}))
                self.assertEqual(status, 400, text)
                self.assertIn("is not a regular file", text)
            self.assertEqual(self.opened(), before)
            print(f"\n{tried} requests with a configuration that leads outside: none opened a file there")
        finally:
            self.assertEqual(served.end(), 0)

    def test_what_is_saved_or_lies_there_is_no_way_out_either(self):
        served = Served("--write")
        try:
            config = served.directory / "linkpolicy.yaml"
            config.write_text("linkpolicy_config: 1\n")
            _, text = self.ask(served, "GET", "/api/files")
            file = next(f for f in json.loads(text)["files"] if f["path"] == "linkpolicy.yaml")
            for line in (f"baseline: {self.outside}/known.json", f"policies: ['{self.outside}']", "policies: ["):
                status, text = self.ask(served, "PUT", f"/api/files/{file['id']}", json.dumps({"text": f"linkpolicy_config: 1\n{line}\n"}), **{"if-match": file["digest"]})
                self.assertEqual(status, 400, text)
            self.assertEqual(config.read_text(), "linkpolicy_config: 1\n")
            status, text = self.ask(served, "PUT", f"/api/files/{file['id']}", json.dumps({"text": "linkpolicy_config: 1\nbaseline: known.json\n"}), **{"if-match": file["digest"]})
            self.assertEqual(status, 200, text)
            for line in (f"baseline: {self.outside}/known.json", f"policies: ['{self.outside}']"):
                config.write_text(f"linkpolicy_config: 1\n{line}\n")
                for method, path, body in (("GET", "/api/files", None), ("POST", "/api/validate", "{}"), ("POST", "/api/addresses", "{}")):
                    status, text = self.ask(served, method, path, body)
                    self.assertEqual(status, 400, text)
                    self.assertNotIn("s3cret", text)
        finally:
            self.assertEqual(served.end(), 0)

    def test_paths_of_the_command_line_are_within_reach(self):
        served = Served(str(self.outside / "secret.yaml"))
        try:
            status, text = self.ask(served, "POST", "/api/validate", "{}")
            self.assertEqual(status, 200)
            self.assertIn("secret.yaml", text)
            status, text = self.ask(served, "POST", "/api/validate", json.dumps({"files": {"linkpolicy.yaml": f"linkpolicy_config: 1\nbaseline: {self.outside}/known.json\n"}}))
            self.assertEqual(status, 400, text)
        finally:
            self.assertEqual(served.end(), 0)


class EndTest(unittest.TestCase):
    def test_a_signal_under_load(self):
        for sign in (signal.SIGTERM, signal.SIGINT):
            served = Served()
            over = threading.Event()

            def load():
                while not over.is_set():
                    try:
                        connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=SOON)
                        connection.request("POST", "/api/flow", "{}", {"authorization": f"Bearer {served.token}", "content-type": "application/json"})
                        connection.getresponse().read()
                    except (OSError, http.client.HTTPException):
                        time.sleep(0.01)
            threads = [threading.Thread(target=load) for _ in range(12)]
            for thread in threads:
                thread.start()
            connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=SOON)
            connection.request("GET", "/api/events", headers={"authorization": f"Bearer {served.token}"})
            events = connection.getresponse()
            events.readline()
            time.sleep(0.5)
            status = served.end(sign)
            over.set()
            said = events.read()
            for thread in threads:
                thread.join()
            self.assertEqual(status, 0)
            self.assertIn(b"event: bye", said)
            self.assertEqual(served.errors, "")

    def test_a_second_signal_ends_at_once(self):
        # After the first signal, the server waits for two seconds. A busy machine may need as long, but not ten times in a row.
        for _ in range(10):
            served = Served()
            connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=SOON)
            connection.request("GET", "/api/events", headers={"authorization": f"Bearer {served.token}"})
            events = connection.getresponse()
            events.readline()
            start = time.monotonic()
            served.process.send_signal(signal.SIGTERM)
            # The output shows that the server received the first signal.
            events.read()
            self.assertEqual(served.end(), 0)
            connection.close()
            if time.monotonic() - start < 1.9:
                return
        self.fail("the second signal was waited for")

    def test_closed_streams_are_no_place_for_messages(self):
        run = subprocess.run(["/bin/sh", "-c", 'exec "$0" --port 1 missing.yaml <&- 2>&- >&-', PROGRAM], timeout=SOON)
        self.assertEqual(run.returncode, 2)

    def test_a_taken_port_is_a_usage_error(self):
        first = Served()
        try:
            run = subprocess.run([PROGRAM, "--port", str(first.port)], capture_output=True, timeout=SOON)
            self.assertEqual(run.returncode, 2)
            self.assertIn(b"is taken", run.stderr)
        finally:
            first.end()


if __name__ == "__main__":
    unittest.main(warnings="ignore")
