#!/usr/bin/env python3
"""Replays logs on a Spark cluster: each file is one task, which runs linkpolicy on it.

    spark-submit Examples/replay/replay_spark.py --policy Policies 'logs/*.ndjson'

Only names travel through Spark; linkpolicy opens the files itself, so tool, policies and logs must be
where every executor finds them under the same path (a shared file system, or local mode). The summaries
are added up by `linkpolicy replay merge` on the driver and printed.

A task fails, and with it the job, when linkpolicy ends with another status than 0, when its summary does
not add up, or when it counted other lines than the file has. `--fail-on never` makes malformed lines data:
without it a log with one would end with status 1.
"""
import argparse
import glob
import json
import os
import subprocess
import sys
import tempfile


def lines_of(path):
    """Returns the lines of a file, including a last one without a newline."""
    opened = subprocess.Popen(["gzip", "-dc", path], stdout=subprocess.PIPE) if path.endswith(".gz") else None
    source = opened.stdout if opened else open(path, "rb")
    count, last = 0, b"\n"
    with source:
        while block := source.read(1 << 20):
            count += block.count(b"\n")
            last = block[-1:]
    if opened and opened.wait() != 0:
        raise RuntimeError(f"{path}: gzip ended with status {opened.returncode}")
    return count + (last != b"\n")


def replay(path, command):
    """Returns the summary of one file as JSON."""
    done = subprocess.run([*command, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{path}: linkpolicy ended with status {done.returncode}: {done.stderr.strip()}")
    counts = json.loads(done.stdout)
    decided = sum(counts[key] for key in ("allow", "deny", "ignore", "malformed"))
    if decided != counts["lines"]:
        raise RuntimeError(f"{path}: {decided} decisions for {counts['lines']} lines")
    if (expected := lines_of(path)) != counts["lines"]:
        raise RuntimeError(f"{path}: {expected} lines in the file, {counts['lines']} in the summary")
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("logs", nargs="+", help="names or patterns of log files")
    parser.add_argument("--policy", action="append", required=True)
    parser.add_argument("--against", action="append", default=[])
    parser.add_argument("--linkpolicy", default="linkpolicy", help="the program, as executors find it")
    options = parser.parse_args()
    files = sorted({os.path.abspath(name) for pattern in options.logs for name in glob.glob(pattern)})
    if not files:
        sys.exit("no log has such a name")
    command = [options.linkpolicy, "replay", "--summary", "json", "--jobs", "1", "--fail-on", "never"]
    for name in options.policy:
        command += ["--policy", os.path.abspath(name)]
    for name in options.against:
        command += ["--against", os.path.abspath(name)]

    from pyspark.sql import SparkSession

    session = SparkSession.builder.appName("linkpolicy replay").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    try:
        tasks = session.sparkContext.parallelize(files, len(files))
        summaries = tasks.map(lambda name: replay(name, command)).collect()
    finally:
        session.stop()
    if len(summaries) != len(files):
        sys.exit(f"{len(summaries)} summaries for {len(files)} files")
    with tempfile.NamedTemporaryFile("w", suffix=".ndjson") as parts:
        parts.writelines(summaries)
        parts.flush()
        merge = [options.linkpolicy, "replay", "merge", parts.name, "--summary", "json", "--fail-on", "never"]
        sys.exit(subprocess.run(merge).returncode)


if __name__ == "__main__":
    main()
