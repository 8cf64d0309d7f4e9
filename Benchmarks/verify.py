#!/usr/bin/env python3
"""How long `verify` takes for 200 hosts on the loopback interface, compared with one curl that fetches the same URLs.

  Benchmarks/verify.py PATH/linkpolicy [HOSTS] [RUNS]

The two alternate. Prints the wall and CPU times of each pair with all their processes, the medians with their ratio, and
the peak memory of linkpolicy. The server is that of the tests. It runs on the same machine, so both are slower than with a
server elsewhere.
"""
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
PATHS = ["/.well-known/apple-app-site-association", "/.well-known/assetlinks.json"]
FINGERPRINT = ":".join(f"{(index * 37 + 156) % 256:02X}" for index in range(32))


def measure(words, text=None):
    """Seconds of wall time and CPU, and the output of the process."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
    run = subprocess.run(words, input=text, capture_output=True, text=True)
    wall, after = time.time() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, run


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    tool = os.path.abspath(sys.argv[1])
    count, runs = [int(word) for word in sys.argv[2:4]] + [200, 7][len(sys.argv) - 2:]
    hosts = [f"h{index}.acme.example" for index in range(count)]
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        os.makedirs("Policies")
        with open("Policies/acme.yaml", "w") as file:
            file.write(f"""linkpolicy: 1
name: acme
apps:
  i: {{ platform: ios, bundle_id: com.acme.app, team_id: A1B2C3D4E5 }}
  a: {{ platform: android, package_name: com.acme.app, sha256_cert_fingerprints: {{ prod: ["{FINGERPRINT}"] }} }}
domains:
""" + "".join(f"  {host}: {{ links: [{{ apps: [i, a], rules: [{{ path: /orders/* }}] }}] }}\n" for host in hosts))
        subprocess.run([tool, "generate", "--target", "aasa", "--target", "assetlinks"], check=True, capture_output=True)
        files = {host: {path: {"body": open(f"generated/prod/hosts/{host}{path}").read()} for path in PATHS}
                 for host in hosts}
        os.makedirs("server")
        server = subprocess.Popen([sys.executable, os.path.join(ROOT, "Tests/Fixtures/verify/loopback_server.py")],
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        server.stdin.write(json.dumps({"files": files, "directory": os.path.abspath("server"), "registered": []}) + "\n")
        server.stdin.flush()
        ready = json.loads(server.stdout.readline())
        options = [word for host in hosts for word in ["--resolve", f"{host}:443:127.0.0.1:{ready['port']}"]]
        configuration = "next\n".join(
            f'url="https://{host}{path}"\nconnect-to="{host}:443:127.0.0.1:{ready["port"]}"\ncacert="{ready["ca"]}"\n'
            'output="/dev/null"\nsilent\n' for host in hosts for path in PATHS + ["/apple-app-site-association"])
        pairs, memory = [], 0
        for _ in range(runs):
            wall, cpu, run = measure(["/usr/bin/time", "-f", "%M", tool, "verify", "--jobs", "8", "--cacert", ready["ca"],
                                      *options])
            if run.returncode != 0: sys.exit(run.stdout + run.stderr)
            memory = max(memory, int(run.stderr.split()[-1]) >> 10)
            other = measure(["curl", "--disable", "--parallel", "--parallel-max", "8", "-K", "-"], configuration)
            pairs.append((wall, other[0], cpu, other[1]))
            print(f"verify {wall:.2f} s ({cpu:.2f} s CPU), curl {other[0]:.2f} s ({other[1]:.2f} s CPU), "
                  f"ratio {wall / other[0]:.2f} ({cpu / other[1]:.2f})", flush=True)
        medians = [statistics.median(values) for values in zip(*pairs)]
        ratio = statistics.median(pair[0] / pair[1] for pair in pairs)
        print(f"{count} hosts, median of {runs}: verify {medians[0]:.2f} s ({medians[2]:.2f} s CPU), "
              f"curl {medians[1]:.2f} s ({medians[3]:.2f} s CPU), ratio of a pair {ratio:.2f}, {memory} MiB")
        server.stdin.close()
        server.wait()
        os.chdir(ROOT)


if __name__ == "__main__":
    main()
