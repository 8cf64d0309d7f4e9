#!/usr/bin/env python3
"""Tables of redirect URIs for large estates: how long `generate --target table` takes, how large the file is
beside its texts, and what a look-up and a reload cost in each language that is installed.

  Benchmarks/table.py PATH/linkpolicy [CLIENTS [FOLDER]]

Makes CLIENTS clients (100,000) with five redirect URIs each in files of 1,000, in a folder that is thrown away
unless one is named. Look-ups are 200,000 at random, one in ten of them unknown, in CPU time, the best of three
rounds; `open` is what a reload waits for, `verify` reads all of the file.
"""
import glob
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
DRIVERS = os.path.join(ROOT, "Tests/Fixtures/table")
PER_FILE = 1000
QUESTIONS = 200_000


def client(index):
    """The ID and the redirect URIs of a client; one in ten is a native one."""
    host = f"https://app{index % 5000}.tenant{index // 7}.example/oauth/callback"
    uris = [f"{host}/{number}" for number in range(5)]
    if index % 10 == 0:
        uris[0] = f"http://127.0.0.1/cb{index % 50}"
    return f"client-{index * 7919 % 1000003}-{index}.apps.partner.example", uris


def write_policies(folder, count):
    """Writes the policies and returns the bytes of their texts."""
    texts = 0
    os.makedirs(folder)
    for first in range(0, count, PER_FILE):
        lines = ["linkpolicy: 1", f"name: estate-{first // PER_FILE}", "clients:"]
        for index in range(first, min(count, first + PER_FILE)):
            name, uris = client(index)
            texts += len(name) + sum(map(len, uris))
            kind = "native" if index % 10 == 0 else "web"
            secret = "" if kind == "native" else f"    client_secret: {{ env: SECRET_{index} }}\n"
            lines.append(
                f"  c{index}:\n    provider: generic\n    type: {kind}\n    client_id: {{ prod: {name} }}\n{secret}"
                "    pkce: required\n    redirect_uris:\n      prod:\n" + "\n".join(f"        - {uri}" for uri in uris))
        with open(os.path.join(folder, f"{first // PER_FILE:04}.yaml"), "w") as file:
            file.write("\n".join(lines) + "\n")
    return texts


def write_questions(path, count):
    chance = random.Random(1)
    with open(path, "w") as file:
        for _ in range(QUESTIONS):
            name, uris = client(chance.randrange(count))
            uri = chance.choice(uris) + ("x" if chance.random() < 0.1 else "")
            file.write(f"{name.encode().hex()} {uri.encode().hex()}\n")


def build(language, table, work):
    """The command of a driver with its reader; None where no compiler is installed."""
    def run(*command, folder=work):
        subprocess.run(command, check=True, cwd=folder)

    program = os.path.join(work, language)
    if language == "cpp" and shutil.which("g++"):
        run("g++", "-std=c++17", "-O2", f"-I{table}/cpp", f"{DRIVERS}/driver.cpp", "-o", program)
        return [program]
    if language == "go" and shutil.which("go"):
        folder = os.path.join(work, "driver")
        os.makedirs(folder)
        shutil.copy(f"{DRIVERS}/driver.go.txt", f"{folder}/main.go")
        with open(f"{folder}/go.mod", "w") as file:
            file.write("module driver\n\ngo 1.18\n\nrequire linkpolicy.generated/table v0.0.0\n\n"
                       f"replace linkpolicy.generated/table => {table}/go\n")
        run("go", "build", "-o", program, ".", folder=folder)
        return [program]
    if language == "java" and shutil.which("javac"):
        run("javac", "-d", f"{work}/classes", f"{table}/java/linkpolicy/generated/LinkPolicyTable.java",
            f"{DRIVERS}/Driver.java")
        return ["java", "-cp", f"{work}/classes", "Driver"]
    if language == "swift" and shutil.which("swiftc"):
        shutil.copy(f"{DRIVERS}/driver.swift.txt", f"{work}/driver.swift")
        run("swiftc", "-O", "-wmo", "-parse-as-library", f"{table}/swift/LinkPolicyTable.swift",
            f"{work}/driver.swift", "-o", program)
        return [program]
    if language == "python":
        shutil.copy(f"{DRIVERS}/driver.py", f"{table}/python/driver.py")
        return [sys.executable, f"{table}/python/driver.py"]
    return None


def measure(tool, count, folder):
    texts = write_policies(f"{folder}/policies", count)
    files = len(glob.glob(f"{folder}/policies/*"))
    start = time.monotonic()
    subprocess.run([tool, "generate", "policies", "--target", "table", "--environment", "prod", "--output", "out"],
                   check=True, cwd=folder, stdout=subprocess.DEVNULL)
    seconds = time.monotonic() - start
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    path = f"{folder}/out/table/prod.lpt"
    size = os.path.getsize(path)
    print(f"{count} clients in {files} files: generate {seconds:.1f} s, {peak} MiB; "
          f"table {size / 1e6:.1f} MB, {size / texts:.2f} times its texts")
    write_questions(f"{folder}/questions", count)
    print(f"{'':8}{'look-up':>12}{'open':>12}{'verify':>12}")
    for language in ("cpp", "go", "java", "swift", "python"):
        command = build(language, f"{folder}/out/table", folder)
        if command is None:
            print(f"{language:8}not installed")
            continue
        script = f"time {path} prod\n" * 2 + f"open {path} prod\nverify\nbench questions\n"
        lines = subprocess.run(command, input=script, capture_output=True, text=True, check=True, cwd=folder).stdout
        _, times, _, _, look_up = lines.splitlines()
        opened, verified = times.split(" ")
        nanoseconds, allowed = map(int, look_up.split(" "))
        # All that are asked are registered but for one in ten.
        assert abs(allowed / QUESTIONS - 0.9) < 0.01, allowed
        print(f"{language:8}{nanoseconds:>9} ns{float(opened):>9.2f} ms{float(verified):>9.1f} ms")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    tool = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    if len(sys.argv) > 3:
        measure(tool, count, os.path.abspath(sys.argv[3]))
    else:
        with tempfile.TemporaryDirectory() as folder:
            measure(tool, count, folder)


if __name__ == "__main__":
    main()
