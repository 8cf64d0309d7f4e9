#!/usr/bin/env python3
"""How long `verify` takes for 200 hosts on the loopback address, beside one curl that fetches the same addresses.

  Benchmarks/verify.py PATH/linkpolicy [HOSTS]

Prints both times, their ratio, and the most memory that linkpolicy held. The server is that of the tests.
"""
import json
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
PATHS = ["/.well-known/apple-app-site-association", "/.well-known/assetlinks.json"]
FINGERPRINT = ":".join(f"{(index * 37 + 156) % 256:02X}" for index in range(32))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    tool = os.path.abspath(sys.argv[1])
    hosts = [f"h{index}.acme.example" for index in range(int(sys.argv[2]) if len(sys.argv) > 2 else 200)]
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
        os.makedirs("twin")
        twin = subprocess.Popen([sys.executable, os.path.join(ROOT, "Tests/Fixtures/verify/twin.py")],
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        twin.stdin.write(json.dumps({"files": files, "directory": os.path.abspath("twin"), "registered": []}) + "\n")
        twin.stdin.flush()
        ready = json.loads(twin.stdout.readline())
        options = [word for host in hosts for word in ["--resolve", f"{host}:443:127.0.0.1:{ready['port']}"]]
        configuration = "next\n".join(
            f'url="https://{host}{path}"\nconnect-to="{host}:443:127.0.0.1:{ready["port"]}"\ncacert="{ready["ca"]}"\n'
            'output="/dev/null"\nsilent\n' for host in hosts for path in PATHS + ["/apple-app-site-association"])
        for _ in range(5):
            start = time.time()
            run = subprocess.run(["/usr/bin/time", "-f", "%M", tool, "verify", "--cacert", ready["ca"], *options],
                                 capture_output=True, text=True)
            middle = time.time()
            subprocess.run(["curl", "--disable", "--parallel", "--parallel-max", "8", "-K", "-"], input=configuration,
                           text=True, capture_output=True)
            end = time.time()
            if run.returncode != 0: sys.exit(run.stdout + run.stderr)
            print(f"verify {middle - start:.2f} s, curl {end - middle:.2f} s, ratio {(middle - start) / (end - middle):.2f}, "
                  f"{int(run.stderr.split()[-1]) >> 10} MiB")
        twin.stdin.close()
        twin.wait()
        os.chdir(ROOT)


if __name__ == "__main__":
    main()
