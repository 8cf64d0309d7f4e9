"""Drives the Python reader; see README.txt."""

import os
import sys
import time

import linkpolicy_table
from linkpolicy_table import ReloadingTable, Table, TableError


def text(word: str) -> str:
    return "" if word == "-" else bytes.fromhex(word).decode("utf-8", "surrogateescape")


def main() -> None:
    table = None
    for line in sys.stdin:
        command, *words = line.rstrip("\n").split(" ")
        try:
            if command == "open":
                table = ReloadingTable(words[0], words[1])
                print("ok", len(table.table), table.table.clients)
            elif command == "verify":
                table.table.verify()
                print("sound")
            elif command == "ask":
                is_allowed = table.is_redirect_uri_allowed(text(words[0]), text(words[1]))
                print("allow" if is_allowed else "deny")
            elif command == "move":
                os.replace(words[0], words[1])
                print("moved")
            elif command == "change":
                print("changed" if table.reload_if_changed() else "same")
            elif command == "time":
                start = time.perf_counter()
                opened = Table(words[0], words[1])
                middle = time.perf_counter()
                opened.verify()
                end = time.perf_counter()
                print(f"{(middle - start) * 1000:.3f} {(end - middle) * 1000:.3f}")
            elif command == "bench":
                with open(words[0], encoding="ascii") as file:
                    pairs = [tuple(map(text, pair.split(" "))) for pair in file.read().splitlines()]
                ask = table.is_redirect_uri_allowed
                best, allowed = 1e9, 0
                for _ in range(3):
                    allowed = 0
                    start = time.process_time()
                    for client_id, uri in pairs:
                        allowed += ask(client_id, uri)
                    best = min(best, time.process_time() - start)
                print(round(best * 1e9 / len(pairs)), allowed)
        except TableError as error:
            print("error" if command == "ask" else f"error {error}")


main()
