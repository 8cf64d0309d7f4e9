#!/usr/bin/env python3
"""Looks at a built site: every link leads somewhere, nothing is loaded from elsewhere, and axe finds nothing.

  Site/check.py DIRECTORY [PAGE ...]    pages such as /rules/, for axe in headless Chromium

With --alone the pages are files that need nothing else, such as the report of `generate`.
"""
import functools
import html.parser
import http.server
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.parse

ALONE = "--alone" in sys.argv
ROOT, *PAGES = [argument for argument in sys.argv[1:] if argument != "--alone"]
ROOT = os.path.realpath(ROOT)
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# What a browser loads by itself.
LOADED = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("source", "src"), ("use", "href")}
# Relations that are links for readers and machines, not loads.
NAMES = {"canonical", "next", "prev", "edit", "alternate"}


class Page(html.parser.HTMLParser):
    """The ids and links of a page."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.ids, self.links, self.loads = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if values.get("id"):
            self.ids.add(values["id"])
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        for name in ("src", "href"):
            if (tag, name) in LOADED and values.get(name) and values.get("rel") not in NAMES:
                self.loads.append(values[name])


def check_links():
    """Problems with links and loads of all pages, and how many links were looked at."""
    problems, count = [], 0
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in pathlib.Path(ROOT).rglob("*.html")}
    for path, page in pages.items():
        place = path.relative_to(ROOT)
        for link in page.links + page.loads:
            address = urllib.parse.urlsplit(link)
            if address.scheme or address.netloc:
                if link in page.loads and address.scheme != "data":
                    problems.append(f"{place}: loads {link}")
                continue
            count += 1
            # A site is served from anywhere: 404.html alone has links from the root.
            name = urllib.parse.unquote(address.path)
            base = pathlib.Path(ROOT) if name.startswith("/") else path.parent
            target = pathlib.Path(os.path.normpath(base / name.lstrip("/"))) if name else path
            if target.is_dir():
                target = target / "index.html"
            if not target.is_file():
                problems.append(f"{place}: {link} leads nowhere")
            elif address.fragment and target in pages:
                fragment = urllib.parse.unquote(address.fragment)
                if fragment not in pages[target].ids and not fragment.startswith("__"):
                    problems.append(f"{place}: {link} has no such place")
    for path in pathlib.Path(ROOT).rglob("*.css"):
        text = path.read_text(encoding="utf-8")
        if "url(http" in text or "url(//" in text or "@import" in text:
            problems.append(f"{path.relative_to(ROOT)}: loads from elsewhere")
    return problems, count, len(pages)


class Server(http.server.SimpleHTTPRequestHandler):
    """Serves the site with axe in its pages, and takes what axe says."""

    script = b""
    answers = {}
    done = threading.Condition()

    def do_GET(self):
        path = self.translate_path(self.path)
        if os.path.isdir(path):
            path = os.path.join(path, "index.html")
        if not path.endswith(".html") or not os.path.isfile(path):
            return super().do_GET()
        # The policy of a page alone lets no script in, not even this one.
        body = open(path, "rb").read().replace(b'http-equiv="Content-Security-Policy"', b'name="policy"')
        end = body.rindex(b"</body>") if b"</body>" in body else len(body)
        body = body[:end] + b"<script>" + self.script + b"</script>" + body[end:]
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(204)
        self.end_headers()
        with self.done:
            self.answers[urllib.parse.unquote(self.path.split("?", 1)[1])] = json.loads(body)
            self.done.notify_all()

    def log_message(self, *_):
        pass


RUN = """
;addEventListener("load", () => setTimeout(async () => {
  document.querySelectorAll("body script").forEach((script) => script.textContent.includes("axe") && script.remove());
  const result = await axe.run(document, {runOnly: %s});
  const foreign = performance.getEntriesByType("resource").map((entry) => entry.name)
    .filter((name) => !name.startsWith(location.origin) && !name.startsWith("data:"));
  const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth + 1;
  await fetch("/__axe?" + encodeURIComponent(location.pathname), {method: "POST", body: JSON.stringify({foreign, wide,
    violations: result.violations.map((v) => ({id: v.id, help: v.help, nodes: v.nodes.map((n) => n.target.join(" ") + " " + (n.any[0]?.message ?? ""))}))})});
}, 500));
"""


def check_in_browser(browser):
    """What axe finds on the pages, by day and by night, wide and narrow; what they load from elsewhere."""
    package = importlib.util.find_spec("axe_playwright_python")
    if package is None:
        return ["axe is not installed: .ci/site does it"]
    axe = pathlib.Path(package.submodule_search_locations[0]) / "axe.min.js"
    Server.script = axe.read_bytes().replace(b"</script", b"<\\/script") + (RUN % json.dumps(TAGS)).encode()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Server, directory=ROOT))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{server.server_port}"
    problems = []
    for width, scheme in ((1400, "light"), (320, "dark")):
        for page in PAGES:
            Server.answers.clear()
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
                process = subprocess.Popen(
                    [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={profile}",
                     f"--window-size={width},1200", f"--blink-settings=preferredColorScheme={1 if scheme == 'light' else 0}",
                     "--remote-debugging-port=0", origin + page],
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                with Server.done:
                    Server.done.wait_for(lambda: page in Server.answers, timeout=60)
                    answer = Server.answers.get(page)
                process.terminate()
                process.wait()
            place = f"{page} ({width} px, {scheme})"
            if answer is None:
                problems.append(f"{place}: no answer of axe")
                continue
            problems += [f"{place}: loads {name}" for name in answer["foreign"]]
            if answer["wide"]:
                problems.append(f"{place}: has to be scrolled sideways")
            for violation in answer["violations"]:
                problems.append(f"{place}: {violation['id']}: {violation['help']}")
                problems += [f"    {node}" for node in violation["nodes"][:5]]
    server.shutdown()
    return problems


def main():
    problems = []
    if not ALONE:
        problems, links, pages = check_links()
        print(f"{pages} pages, {links} links")
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if PAGES and browser:
        problems += check_in_browser(browser)
        print(f"axe: {len(PAGES)} pages, two widths and themes")
    elif PAGES:
        print("Chromium is not installed: axe is skipped", file=sys.stderr)
    for problem in problems[:50]:
        print(problem, file=sys.stderr)
    sys.exit(1 if problems else 0)


main()
