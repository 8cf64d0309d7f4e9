# Reads jobs, a line each, and answers with the vectors that disagree.
import importlib, json, pathlib, sys, tempfile
folder = tempfile.TemporaryDirectory()
sys.path.insert(0, folder.name)
for line in sys.stdin:
    job = json.loads(line)
    for path, text in job["files"].items():
        file = pathlib.Path(folder.name) / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    for name in list(sys.modules):
        if name.partition(".")[0] in ("linkpolicy_allowlist", "test_allowlist"):
            del sys.modules[name]
    importlib.invalidate_caches()
    runner = importlib.import_module("test_allowlist")
    lists = runner.loaded(None)
    wrong = []
    for vector in job["vectors"]:
        try:
            found, reason = runner.decide(lists[vector["environment"]], vector)
        except Exception as error:
            found, reason = repr(error), None
        if (found, vector.get("reason") or reason) != (vector["expect"], reason):
            wrong.append({"vector": vector, "found": found, "reason": reason})
    print(json.dumps(wrong), flush=True)
folder.cleanup()
