#!/usr/bin/env python3
"""Checks an estate on a Spark cluster: each path is one task, which runs linkpolicy on it.

    spark-submit Examples/validate/validate_spark.py 'estate/*/' --options --format json

Only names travel through Spark; linkpolicy opens the files itself, so tool and policies must be where every
executor finds them under the same path (a shared file system, or local mode). The summaries are merged by
`linkpolicy validate merge` on the driver, which reads again only the files that have findings or something in
common with files of another part; what follows `--options` goes there. The report, and the exit status, are
those of one run over all paths.
"""
import argparse
import glob
import os
import subprocess
import sys
import tempfile


def summary(path, tool):
    """The summary of one part, as text."""
    done = subprocess.run([tool, "validate", "--summary", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{path}: linkpolicy ended with status {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="+", help="names or patterns of files and directories")
    parser.add_argument("--linkpolicy", default="linkpolicy", help="the program, as executors find it")
    parser.add_argument("--options", nargs=argparse.REMAINDER, default=[], help="for `linkpolicy validate merge`")
    options = parser.parse_args()
    parts = sorted({os.path.abspath(name) for pattern in options.parts for name in glob.glob(pattern)})
    if not parts:
        sys.exit("no file or directory has such a name")
    tool = options.linkpolicy

    from pyspark.sql import SparkSession

    session = SparkSession.builder.appName("linkpolicy validate").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    try:
        tasks = session.sparkContext.parallelize(parts, len(parts))
        summaries = tasks.map(lambda path: summary(path, tool)).collect()
    finally:
        session.stop()
    if len(summaries) != len(parts):
        sys.exit(f"{len(summaries)} summaries for {len(parts)} parts")
    with tempfile.NamedTemporaryFile("w", suffix=".ndjson") as lines:
        lines.writelines(summaries)
        lines.flush()
        sys.exit(subprocess.run([tool, "validate", "merge", lines.name, *options.options]).returncode)


if __name__ == "__main__":
    main()
