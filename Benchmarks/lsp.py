#!/usr/bin/env python3
"""Measures response times, memory and idle CPU time of `linkpolicy lsp`.

  Benchmarks/lsp.py PATH/linkpolicy [--edits N] [--files N] [--compare PYLSP]

Creates a policy of about 2,100 lines, and a workspace of 1,000 files of about 60 lines. Prints the time to the response
to `initialize`. For findings after an edit, completion and hover it prints the median, the 95th percentile and the goal:
wall time, and the server's CPU time, which is more reliable if other programs run too. The wall time of findings starts
at the edit, so it includes the pause in which the server waits for more edits. With --compare, the path of pylsp (from
PyPI: `python-lsp-server[pyflakes]`), it sends the same requests to pylsp for a Python file of the same length.

The goals apply to one server on an idle machine.
"""
import argparse
import json
import os
import select
import statistics
import subprocess
import sys
import tempfile
import time

FINGERPRINT = ":".join(f"{(index * 37 + 156) % 256:02X}" for index in range(32))


def client(index):
    return f"""  client-{index:04}:
    provider: google-account-linking
    client_id: {{ prod: acme-{index:04}, sandbox: acme-{index:04}-sandbox }}
    client_secret:
      prod: {{ env: ACME_{index:04} }}
      sandbox: {{ env: ACME_{index:04}_SANDBOX }}
    redirect_uris:
      prod:
        - "https://oauth-redirect.googleusercontent.com/r/acme-{index:04}"
      sandbox:
        - "https://oauth-redirect-sandbox.googleusercontent.com/r/acme-{index:04}"
"""


def large():
    return ("linkpolicy: 1\nname: large\nauthorization_server:\n  issuer: { prod: \"https://auth.acme.example\" }\n  endpoints:\n"
            "    authorization: { prod: \"https://auth.acme.example/authorize\", sandbox: \"https://auth.sandbox.acme.example/authorize\" }\n"
            "    token: { prod: \"https://auth.acme.example/token\", sandbox: \"https://auth.sandbox.acme.example/token\" }\n"
            "clients:\n" + "".join(client(index) for index in range(191)))


def small(index):
    rules = "".join(f"          - {{ path: /section-{number}/* }}\n" for number in range(12))
    return f"""linkpolicy: 1
name: app-{index:04}
apps:
  ios: {{ platform: ios, bundle_id: com.acme.app{index:04}, team_id: A1B2C3D4E5 }}
  android:
    platform: android
    package_name: com.acme.app{index:04}
    sha256_cert_fingerprints:
      prod:
        - "{FINGERPRINT}"
domains:
  app-{index:04}.acme.example:
    links:
      - apps: [ios, android]
        rules:
{rules}    credentials: [ios, android]
clients:
  web:
    provider: generic
    type: native
    client_id: {{ prod: app-{index:04}, sandbox: app-{index:04}-sandbox }}
    redirect_uris:
      prod:
        - "https://app-{index:04}.acme.example/callback"
      sandbox:
        - "https://app-{index:04}.sandbox.acme.example/callback"
"""


class Session:
    def __init__(self, words, root, language):
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=root)
        self.buffer, self.number, self.root, self.language = b"", 0, root, language
        start = time.perf_counter()
        self.ask("initialize", {"processId": None, "rootUri": f"file://{root}", "capabilities": {
            "general": {"positionEncodings": ["utf-16"]}, "textDocument": {"publishDiagnostics": {"versionSupport": True}},
            "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}})
        self.initialize = time.perf_counter() - start
        self.tell("initialized", {})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def tell(self, method, parameters): self.send({"method": method, "params": parameters})

    def ask(self, method, parameters):
        self.number += 1
        number = self.number
        self.send({"id": number, "method": method, "params": parameters})
        return self.wait(lambda message: message.get("id") == number and "method" not in message)

    def wait(self, wanted, timeout=60):
        end = time.perf_counter() + timeout
        while True:
            message = self.read(end)
            if message is None: sys.exit("no response in time")
            if "method" in message and "id" in message: self.send({"id": message["id"], "result": None})
            elif wanted(message): return message

    def read(self, end):
        while True:
            head = self.buffer.find(b"\r\n\r\n")
            if head >= 0:
                length = int(self.buffer[:head].lower().split(b"content-length:")[1].split(b"\r\n")[0])
                if len(self.buffer) >= head + 4 + length:
                    body = self.buffer[head + 4:head + 4 + length]
                    self.buffer = self.buffer[head + 4 + length:]
                    return json.loads(body)
            left = end - time.perf_counter()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]: return None
            self.buffer += os.read(self.process.stdout.fileno(), 1 << 20)

    def findings(self, uri): return self.wait(lambda message: message.get("method") == "textDocument/publishDiagnostics"
                                              and message["params"]["uri"] == uri)

    def open(self, name, text):
        self.uri, self.version = f"file://{self.root}/{name}", 1
        self.tell("textDocument/didOpen", {"textDocument": {
            "uri": self.uri, "languageId": self.language, "version": 1, "text": text}})

    def edit(self, line, character, text):
        self.version += 1
        place = {"line": line, "character": character}
        self.tell("textDocument/didChange", {"textDocument": {"uri": self.uri, "version": self.version},
                                             "contentChanges": [{"range": {"start": place, "end": place}, "text": text}]})

    def timed(self, method, line, character):
        return self.measure(lambda: self.ask(f"textDocument/{method}", {
            "textDocument": {"uri": self.uri}, "position": {"line": line, "character": character}}))

    def measure(self, action):
        """Seconds of wall time, and of the server's CPU time."""
        cpu, start = self.cpu(), time.perf_counter()
        action()
        return time.perf_counter() - start, self.cpu() - cpu

    def memory(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            return max(int(line.split()[1]) for line in file if line.startswith("VmHWM")) / 1024

    def cpu(self):
        """The process's CPU time in seconds, with all threads: the clock of `clock_getcpuclockid`."""
        return time.clock_gettime((~self.process.pid << 3) | 2)

    def end(self):
        self.ask("shutdown", None)
        self.tell("exit", None)
        self.process.wait(10)


def quantiles(times):
    ordered = sorted(times)
    return statistics.median(ordered) * 1000, ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))] * 1000


def show(name, times, goal):
    wall, cpu = quantiles([pair[0] for pair in times]), quantiles([pair[1] for pair in times])
    print(f"{name:42} median {wall[0]:7.1f} ms  p95 {wall[1]:7.1f} ms   CPU {cpu[0]:6.1f} {cpu[1]:6.1f}"
          + (f"   goal {goal} ms" if goal else ""), flush=True)


def requests(session, edits, line, words, findings_goal, title, has_symbols=True):
    """Types a word letter by letter into a comment at the end of a line, with requests after each letter."""
    findings, checks, hovers, completions = [], [], [], []
    for number in range(edits):
        start, cpu = time.perf_counter(), session.cpu()
        session.edit(line, words[0] + number, "x")
        if has_symbols:
            session.timed("documentSymbol", *words[1])
            checks.append((time.perf_counter() - start, session.cpu() - cpu))
        session.findings(session.uri)
        findings.append((time.perf_counter() - start, session.cpu() - cpu))
        hovers.append(session.timed("hover", *words[1]))
        completions.append(session.timed("completion", *words[2]))
    if checks: show(f"{title}: edit to symbols", checks, None)
    show(f"{title}: edit to findings", findings, findings_goal)
    show(f"{title}: hover", hovers, 20)
    show(f"{title}: completion", completions, 20)


def idle(session):
    before = session.cpu()
    time.sleep(5)
    print(f"{'idle for 5 s':42} {(session.cpu() - before) * 1000:.0f} ms of CPU")


def place(lines, text, number=0):
    found = [index for index, line in enumerate(lines) if text in line]
    index = found[min(number, len(found) - 1)]
    return index, lines[index].index(text) + 1


def policies(tool, edits, count):
    with tempfile.TemporaryDirectory() as root:
        os.makedirs(f"{root}/Policies")
        text = large()
        with open(f"{root}/Policies/large.yaml", "w") as file: file.write(text)
        starts = []
        for _ in range(20):
            session = Session([tool, "lsp"], root, "yaml")
            starts.append((session.initialize, session.cpu()))
            session.end()
        show("start to the response to initialize", starts, 30)
        session = Session([tool, "lsp"], root, "yaml")
        lines = text.split("\n")
        line = place(lines, "client-0100:")[0]
        text = text.replace(lines[line], lines[line] + " # ")
        session.open("Policies/large.yaml", text)
        session.findings(session.uri)
        requests(session, edits, line, (len(lines[line]) + 3, place(lines, "oauth-redirect.google", 100),
                                         place(lines, "google-account-linking", 100)), 50, f"{len(lines)} lines")
        idle(session)
        print(f"{'peak memory':42} {session.memory():.0f} MiB")
        session.end()
    with tempfile.TemporaryDirectory() as root:
        os.makedirs(f"{root}/Policies")
        for index in range(count):
            with open(f"{root}/Policies/app-{index:04}.yaml", "w") as file: file.write(small(index))
        session = Session([tool, "lsp"], root, "yaml")
        text = small(count // 2)
        lines = text.split("\n")
        line = place(lines, "web:")[0]
        text = text.replace(lines[line], lines[line] + " # ")
        def first():
            session.open(f"Policies/app-{count // 2:04}.yaml", text)
            session.findings(session.uri)

        show(f"{count} files: first findings", [session.measure(first)], None)
        requests(session, max(10, edits // 4), line, (len(lines[line]) + 3, place(lines, "/callback"), place(lines, "generic")),
                  200, f"{count} files")
        idle(session)
        print(f"{'peak memory':42} {session.memory():.0f} MiB  goal 40 MiB")
        session.end()


def compare(tool, edits):
    with tempfile.TemporaryDirectory() as root:
        text = "import os\n" + "".join(f"def function_{index}(value):\n    name = os.path.join(value, '{index}')\n    return name\n"
                                       for index in range(700))
        lines = text.split("\n")
        session = Session([tool], root, "python")
        print(f"{'pylsp: start to the response to initialize':42} {session.initialize * 1000:.0f} ms")
        line = place(lines, "function_100(")[0]
        text = text.replace(lines[line], lines[line] + " # ")
        session.open("large.py", text)
        session.findings(session.uri)
        requests(session, max(5, edits // 5), line, (len(lines[line]) + 3, place(lines, "path.join", 100), place(lines, "os.path.join", 100)),
                  None, f"pylsp, {len(lines)} lines", has_symbols=False)
        idle(session)
        print(f"{'pylsp: peak memory':42} {session.memory():.0f} MiB")
        session.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool")
    parser.add_argument("--edits", type=int, default=100)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--compare")
    arguments = parser.parse_args()
    policies(os.path.abspath(arguments.tool), arguments.edits, arguments.files)
    if arguments.compare: compare(arguments.compare, arguments.edits)


if __name__ == "__main__":
    main()
