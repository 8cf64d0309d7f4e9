# Loads one module after another and runs its requests with the generated test runner.
import contextlib, importlib.util, io, pathlib, sys

def load(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module

requests = 0
for folder in sorted(pathlib.Path(sys.argv[1]).iterdir(), key=lambda f: int(f.name)):
    for name in [name for name in sys.modules if name.startswith("linkpolicy_allowlist")]:
        del sys.modules[name]
    load("linkpolicy_allowlist", folder / "linkpolicy_allowlist" / "__init__.py")
    runner = load("test_allowlist", folder / "test_allowlist.py")
    for name in ["requests.json", "vectors.json"]:
        if not (folder / name).exists():
            continue
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            status = runner.run(folder / name)
        lines = output.getvalue().splitlines()
        requests += int(lines[-1].split(" ")[2]) if status < 2 else 0
        if status != 0:
            print(f"{folder.name} {name}: " + " | ".join(lines[:3]))
print(f"requests {requests}")
