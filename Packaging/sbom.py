"""The SBOM of the release binaries as SPDX 2.3 JSON: what is linked into each, with versions.

Versions come from what the build used: Package.resolved, the checkouts, pkg-config, the C library and the compiler.
A version that can't be found is an error.
"""
import datetime
import hashlib
import json
import os
import pathlib
import platform as machine
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WEB = ROOT / "Web"
SCRATCH = ROOT / ".build"
BORINGSSL = SCRATCH / "checkouts/swift-crypto/Sources/CCryptoBoringSSL/hash.txt"
# All others are Apache-2.0.
LICENSES = {name: "Apache-2.0 WITH Swift-exception" for name in (
    "swift-argument-parser", "swift-algorithms", "swift-async-algorithms", "swift-atomics", "swift-collections",
    "swift-numerics", "swift-system")}
OWNERS = {"hummingbird": "hummingbird-project", "swift-service-lifecycle": "swift-server"}


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def found(what, pattern, text):
    match = re.search(pattern, text)
    if not match:
        sys.exit(f"sbom: no version of {what} in: {text[:200]}")
    return match.group(1)


def package(name, version, supplier, license, home, purpose="LIBRARY", checksums=()):
    return {
        "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name),
        "name": name,
        "versionInfo": version,
        "supplier": supplier,
        "downloadLocation": home,
        "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": license,
        "copyrightText": "NOASSERTION",
        "primaryPackagePurpose": purpose,
        **({"checksums": list(checksums)} if checksums else {}),
    }


def pins(root, names=None):
    """The Swift packages of a build, with version and revision; only those in names, if given."""
    with open(root / "Package.resolved", encoding="utf-8") as file:
        for pin in json.load(file)["pins"]:
            # The location may be a mirror's.
            name = pin["identity"]
            if names is not None and name not in names:
                continue
            owner = OWNERS.get(name, "apple")
            entry = package(name, pin["state"]["version"],
                            "Organization: Apple" if owner in ("apple", "swift-server") else "Organization: " + owner,
                            LICENSES.get(name, "Apache-2.0"),
                            f"git+https://github.com/{owner}/{name}@{pin['state']['revision']}")
            entry["externalRefs"] = [{
                "referenceCategory": "PACKAGE-MANAGER",
                "referenceType": "purl",
                "referenceLocator": f"pkg:swift/github.com/{owner}/{name}@{pin['state']['version']}",
            }]
            yield entry


def built(scratch):
    """The names of packages that are linked into a release: more are resolved, and planned, than are used."""
    # Where the native build system and Swift Build list what they link.
    lists = [*scratch.glob("*/release/linkpolicy-web.product/Objects.LinkFileList"),
             *scratch.glob("out/Intermediates.noindex/**/Release-*/**/linkpolicy-web.LinkFileList")]
    if not lists:
        sys.exit(f"sbom: no list of the objects that were linked below {scratch}")
    newest = max(lists, key=lambda path: path.stat().st_mtime).read_text(encoding="utf-8")
    modules = set(re.findall(r"/([^/\n]+)\.(?:build/|o$)", newest, re.MULTILINE))
    for package in (scratch / "checkouts").iterdir():
        sources = package / "Sources"
        if sources.is_dir() and any(path.name in modules for path in sources.iterdir()):
            yield package.name


def linked():
    """The parts of both binaries that are not our own code."""
    yield from pins(ROOT)
    with open(BORINGSSL, encoding="utf-8") as file:
        revision = found("BoringSSL", r"revision ([0-9a-f]{40})", file.read())
    yield package("BoringSSL", revision, "Organization: Google", "NOASSERTION",
                  f"git+https://boringssl.googlesource.com/boringssl@{revision}")
    yaml = output("pkg-config", "--modversion", "yaml-0.1")
    yield package("libyaml", yaml, "NOASSERTION", "MIT", f"https://pyyaml.org/download/libyaml/yaml-{yaml}.tar.gz")
    swift = found("Swift", r"Swift version ([0-9.]+)", output(os.environ.get("SWIFT", "swift"), "--version"))
    yield package("swift-runtime", swift, "Organization: Apple",
                  "Apache-2.0 WITH Swift-exception",
                  f"git+https://github.com/swiftlang/swift@swift-{swift}-RELEASE")
    if machine.system() == "Linux":
        library, version = machine.libc_ver()
        if library != "glibc":
            sys.exit(f"sbom: unknown C library: {library}")
        packaged = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "libc6-dev"],
                                  capture_output=True, text=True).stdout.strip()
        yield package("glibc", packaged or version, "NOASSERTION", "LGPL-2.1-or-later",
                      f"https://ftp.gnu.org/gnu/glibc/glibc-{version}.tar.xz")


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def document(binary, web, version, target, own_license, epoch):
    """The SBOM as text.

    own_license: the SPDX expression of linkpolicy itself; empty if there is none yet.
    epoch: the time that the document states.
    """
    digests = [digest(binary), digest(web)]
    created = datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    programs = [
        package(name, version, "NOASSERTION", own_license or "NOASSERTION", "NOASSERTION", "APPLICATION",
                [{"algorithm": "SHA256", "checksumValue": value}])
        for name, value in zip(("linkpolicy", "linkpolicy-web"), digests)]
    both = sorted(linked(), key=lambda part: part["SPDXID"])
    names = {part["name"] for part in both}
    more = sorted(pins(WEB, set(built(SCRATCH)) - names), key=lambda part: part["SPDXID"])
    for part in pins(WEB, names):
        if part not in both:
            sys.exit(f"sbom: the programs have two versions of {part['name']}")
    bill = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"linkpolicy-{version}-{target}",
        # Unique for each pair of binaries; no server has it.
        "documentNamespace": f"https://spdx.org/spdxdocs/linkpolicy-{version}-{target}-{digests[0]}-{digests[1][:16]}",
        "creationInfo": {"created": created, "creators": ["Tool: linkpolicy-sbom"]},
        "packages": [*programs, *both, *more],
        "relationships": [
            *({"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
               "relatedSpdxElement": program["SPDXID"]} for program in programs),
            *({"spdxElementId": program["SPDXID"], "relationshipType": "STATIC_LINK",
               "relatedSpdxElement": part["SPDXID"]}
              for program, parts in zip(programs, (both, both + more)) for part in parts),
        ],
    }
    return json.dumps(bill, indent=2, sort_keys=True) + "\n"
