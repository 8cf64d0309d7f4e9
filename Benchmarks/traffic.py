#!/usr/bin/env python3
"""Policies and logs for the benchmarks: the same bytes in every run.

  Benchmarks/traffic.py DIRECTORY [LINES]

Writes policy.yaml (200 clients), table.tsv (the registered values, for count.c) and log.ndjson: nine of ten requests
are registered, and the others have a mistake that occurs in real logs.
"""
import json
import os
import random
import sys

CLIENTS = 200
ENVIRONMENTS = ("prod", "sandbox")


def client(number):
    """The key of a client, its IDs and its redirect URIs by environment."""
    key = f"shop-{number:05d}"
    ids = {name: f"{key}-{(number * 2654435761 + len(name)) & 0xFFFFFFFF:08x}-{name}" for name in ENVIRONMENTS}
    uris = {}
    for name in ENVIRONMENTS:
        host = f"{key}.acme.example" if name == "prod" else f"{key}.sandbox.acme.example"
        uris[name] = [f"https://login.{host}/oauth/callback", f"https://www.{host}/signin/return"]
    return key, ids, uris


def policy(count):
    """A valid policy with this many clients, about ten lines each."""
    lines = ["linkpolicy: 1", f"name: bench-{count}", "clients:"]
    for number in range(count):
        key, ids, uris = client(number)
        lines += [f"  {key}:", "    provider: generic", "    type: web",
                  f"    client_id: {{ prod: {ids['prod']}, sandbox: {ids['sandbox']} }}",
                  f"    client_secret: {{ env: SHOP_{number:05d}_SECRET }}", "    redirect_uris:",
                  f"      prod: [{', '.join(uris['prod'])}]", f"      sandbox: [{', '.join(uris['sandbox'])}]",
                  "    scopes: [devices, profile]"]
    return "\n".join(lines) + "\n"


def mistake(chance, request):
    """Adds a mistake to a request."""
    uri = request["redirect_uri"]
    kind = chance.randrange(6)
    if kind == 0:
        request["client_id"] = f"shop-{chance.randrange(10 ** 8):08d}"
    elif kind == 1:
        request["environment"] = "sandbox" if request["environment"] == "prod" else "prod"
    elif kind == 2:
        request["redirect_uri"] = uri + "/"
    elif kind == 3:
        request["redirect_uri"] = uri.replace("https://login", "https://LOGIN").replace("https://www", "http://www")
    elif kind == 4:
        request["redirect_uri"] = uri + f"?next={chance.randrange(1000)}"
    else:
        request["redirect_uri"] = uri.replace(".example", ".example.attacker.example")


def log(lines):
    """Requests, most of them from the first clients."""
    chance = random.Random(20260101)
    clients = [client(number) for number in range(CLIENTS)]
    for number in range(lines):
        _, ids, uris = clients[min(int(chance.expovariate(1 / 40)), CLIENTS - 1)]
        name = ENVIRONMENTS[chance.random() < 0.2]
        request = {"time": f"2026-01-01T{number // 3600 % 24:02d}:{number // 60 % 60:02d}:{number % 60:02d}Z",
                   "client_id": ids[name], "redirect_uri": chance.choice(uris[name]), "response_type": "code",
                   "state": f"{chance.getrandbits(96):024x}", "scope": chance.choice(["devices", "profile", "devices profile"]),
                   "environment": name}
        if chance.random() < 0.1:
            mistake(chance, request)
        yield json.dumps(request, separators=(",", ":"))


def write(directory, lines):
    os.makedirs(directory, exist_ok=True)
    with open(os.path.join(directory, "policy.yaml"), "w") as file:
        file.write(policy(CLIENTS))
    with open(os.path.join(directory, "table.tsv"), "w") as file:
        for _, ids, uris in map(client, range(CLIENTS)):
            for name in ENVIRONMENTS:
                file.writelines(f"{ids[name]}\t{name}\t{uri}\n" for uri in uris[name])
    with open(os.path.join(directory, "log.ndjson"), "w", buffering=1 << 20) as file:
        file.writelines(line + "\n" for line in log(lines))


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    write(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200_000)
