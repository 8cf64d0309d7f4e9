"""The program of `linkpolicy serve` over a small workspace, for tests."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ["LINKPOLICY_WEB"]
# A time limit in seconds for quick operations on any machine; not a measurement.
SOON = 60


class Served:
    """A running server in its own directory."""

    def __init__(self, *arguments, environment=None, policies=True):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="linkpolicy-web-"))
        if policies:
            shutil.copytree(ROOT / "Policies", self.directory / "Policies")
        for words in (["init", "-q"], ["add", "."], ["-c", "user.name=t", "-c", "user.email=t@t.example", "commit", "-qm", "one", "--allow-empty"]):
            subprocess.run(["git", *words], cwd=self.directory, check=True, stdout=subprocess.DEVNULL)
        self.log = open(self.directory / "log", "wb")
        self.process = subprocess.Popen(
            [PROGRAM, "--print-url", *arguments], cwd=self.directory, stdout=subprocess.PIPE, stderr=self.log,
            env={**os.environ, **(environment or {})})
        told = json.loads(self.process.stdout.readline())
        assert told["schemaVersion"] == 1 and told["pid"] == self.process.pid, told
        self.url, self.port = told["url"], told["port"]
        self.token = self.url.split("#token=")[1]

    def policy(self, name):
        return self.directory / "Policies" / name

    def end(self, sign=signal.SIGTERM):
        """Stops the server and returns its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(sign)
        try:
            return self.process.wait(SOON)
        finally:
            if self.process.poll() is None:
                self.process.kill()
            self.log.close()
            self.errors = (self.directory / "log").read_text()
            self.output = self.process.stdout.read().decode()
            shutil.rmtree(self.directory)
