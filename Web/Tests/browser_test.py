#!/usr/bin/env python3
"""The pages in headless Chromium: chromium and chromium-driver of Debian, the packages of .ci/tools-web.txt.

    Web/Tests/browser_test.py            # all pages and themes, and what users do
    SHOTS=folder Web/Tests/browser_test.py BrowserTest.test_every_page
"""
import importlib.util
import json
import os
import pathlib
import shutil
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(__file__))
from served import SOON, Served  # noqa: E402

from selenium import webdriver  # noqa: E402
from selenium.common.exceptions import WebDriverException  # noqa: E402
from selenium.webdriver.chrome.options import Options  # noqa: E402
from selenium.webdriver.chrome.service import Service  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402

PAGES = ["playground", "overview", "findings", "who", "decide", "compare", "links", "flow", "replay", "rules"]
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
AXE = (pathlib.Path(importlib.util.find_spec("axe_playwright_python").submodule_search_locations[0]) / "axe.min.js").read_text()
HOSTILE = """# <img src=x onerror=alert(1)><script>alert(2)</script>
linkpolicy: 1
name: "<b>bold</b><script>document.title='owned'</script>"
description: "\u202egnp.exe \u2066turned around\u2069 \u200bzero"
clients:
  "<svg onload=alert(3)>":
    provider: generic
    type: web
    client_id: { prod: "javascript:alert(4)", sandbox: "b" }
    redirect_uris: { prod: ["javascript:alert(5)", "https://a.example/<script>"], sandbox: [] }
"""


def browser():
    """A headless Chromium."""
    options = Options()
    options.binary_location = shutil.which("chromium") or shutil.which("chromium-browser") or ""
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    for attempt in range(3):
        try:
            return webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
        except WebDriverException:
            # A busy machine may need more time to start a browser than the driver allows.
            if attempt == 2:
                raise


class OpenTest(unittest.TestCase):
    def test_the_file_of_open_leads_to_the_pages(self):
        folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        for name in ("xdg-open", "open"):
            (folder / name).write_text(f'#!/bin/sh\nprintf %s "$1" > "{folder}/told.new"; mv "{folder}/told.new" "{folder}/told"\n')
            (folder / name).chmod(0o755)
        (folder / "runtime").mkdir(mode=0o700)
        driver = browser()
        served = Served("--open", environment={"PATH": f"{folder}:{os.environ['PATH']}", "XDG_RUNTIME_DIR": str(folder / "runtime")})
        try:
            end = time.monotonic() + SOON
            while not (folder / "told").exists() and time.monotonic() < end:
                time.sleep(0.02)
            page = pathlib.Path((folder / "told").read_text())
            driver.get(page.as_uri())
            while "reads only" not in driver.page_source and time.monotonic() < end:
                time.sleep(0.05)
            self.assertIn("reads only", driver.page_source)
            self.assertNotIn("code=", driver.current_url)
            self.assertFalse(page.parent.exists())
        finally:
            driver.quit()
            self.assertEqual(served.end(), 0)


class EmptyTest(unittest.TestCase):
    """A directory without policies offers a starter policy, an import and samples."""

    def until(self, script, *arguments):
        end = time.monotonic() + SOON
        while time.monotonic() < end:
            if self.driver.execute_script(script, *arguments):
                return
            time.sleep(0.05)
        self.fail(f"{script}\n{self.driver.execute_script('return document.body.innerText')[:1500]}")

    def three_ways(self, *flags):
        served = Served(*flags, policies=False)
        files = served.directory / "www" / ".well-known"
        files.mkdir(parents=True)
        (files / "apple-app-site-association").write_text('{"applinks":{"details":[{"appIDs":["A1B2C3D4E5.example.acme"],"components":[{"/":"/open/*"}]}]}}')
        self.driver = browser()
        self.addCleanup(lambda: self.assertEqual(served.end(), 0))
        self.addCleanup(self.driver.quit)
        self.driver.get(served.url)
        offered = "return /No policies yet/.test(document.querySelector('h1').innerText) && /Found 1 app/.test(document.body.innerText)"
        self.until(offered)
        self.assertEqual(self.driver.execute_script("return [...document.querySelectorAll('main h2')].map((e) => e.textContent)"), ["Start", "Import", "Sample"])
        self.driver.execute_script(AXE)
        self.driver.set_script_timeout(60)
        self.assertEqual(self.driver.execute_async_script("const done = arguments[arguments.length - 1]; axe.run(document, {runOnly: arguments[0]}).then((r) => done(r.violations.map((v) => v.id)))", TAGS), [])
        self.click("A command-line tool")
        self.until("return document.querySelector('.editor textarea')?.value.includes('acme-cli')")
        self.driver.execute_script("location.hash = '#/overview'")
        self.until(offered)
        return served

    def click(self, text):
        self.driver.execute_script("[...document.querySelectorAll('main button, main a')].find((e) => e.textContent === arguments[0]).click()", text)

    @staticmethod
    def written(served):
        return sorted(str(p.relative_to(served.directory)) for p in served.directory.rglob("*.yaml"))

    def test_a_start_is_shown_and_not_written(self):
        served = self.three_ways()
        self.click("Start")
        self.until("return document.querySelector('.editor textarea')?.value.includes('the website gets a code') && /linkpolicy init --starter/.test(document.querySelector('main').innerText) && /no findings/.test(document.querySelector('.bar').innerText)")
        # The starter policy's test passes.
        self.driver.execute_script("document.getElementById('tab-Tests').click()")
        self.until("return /1 passed/.test(document.getElementById('panel-Tests').innerText)")
        self.assertEqual(self.written(served), [])

    def test_an_import_is_written_if_the_server_may(self):
        served = self.three_ways("--write")
        self.click("Import")
        self.until("return document.querySelector('.editor textarea')?.value.includes('example.acme') && document.querySelector('main select').value.startsWith('file:')")
        self.assertEqual(len(self.written(served)), 2, self.written(served))


class BrowserTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.served = Served("--write")
        policy = cls.served.policy("acme-cli.yaml")
        # Data for the pages: a widening and a narrowing since the revision. The invariants would reject them.
        policy.write_text(policy.read_text().partition("\ninvariants:")[0].replace("        - com.acme.cli:/callback\n", "        - com.acme.cli:/callback\n        - com.acme.desktop:/callback\n").replace("[devices, offline]", "[devices]") + "\n")
        cls.driver = browser()
        cls.driver.set_script_timeout(240)
        cls.origin = cls.served.url.split("#")[0]
        cls.size(1400)
        cls.driver.get(cls.served.url)
        cls.requests = []

    @classmethod
    def tearDownClass(cls):
        cls.note_requests()
        cls.driver.quit()
        status = cls.served.end()
        foreign = [url for url in cls.requests if not url.startswith((cls.origin, "data:", "blob:", "chrome:", "about:"))]
        assert not foreign, foreign
        assert len(cls.requests) > 10
        assert status == 0 and cls.served.errors == ""

    @classmethod
    def note_requests(cls):
        for entry in cls.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                cls.requests.append(message["params"]["request"]["url"])

    @classmethod
    def size(cls, width, dark=False):
        cls.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        cls.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def until(self, script, seconds=SOON, *arguments):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self.js(script, *arguments)
            if value:
                return value
            time.sleep(0.02)
        self.fail(f"not within {seconds} s: {script}\n{self.js('return document.body.innerText')[:1500]}")

    def open(self, place):
        # Discard unsaved changes before the next test.
        self.js("window.confirm = () => true; location.hash = '#/rules'")
        self.until("return document.title.startsWith('Rules')")
        self.js(f"location.hash = {json.dumps('#/' + place)}")
        self.until("return document.querySelector('h1') && !document.title.startsWith('Rules') || arguments[0].startsWith('rules')", SOON, place)

    def settle(self):
        """Waits until a page has loaded all of its data."""
        self.until("return !/(Loading|Working|Checking|Comparing|Running|Reading|Drawing)…/.test(document.body.innerText)")
        time.sleep(0.3)

    def write_until(self, name, text, script):
        """Changes a file until the page shows the change. The server may first read it after the first change."""
        end = time.monotonic() + SOON
        number = 0
        while time.monotonic() < end:
            number += 1
            name.write_text(f"{text}# {number}\n")
            again = time.monotonic() + 1.5
            while time.monotonic() < again:
                if self.js(script):
                    return
                time.sleep(0.05)
        self.fail(f"not seen: {script}")

    def open_editor(self, place="playground?file=Policies%2Facme-cli.yaml"):
        self.open(place)
        self.until("return document.querySelector('.editor textarea')?.value.length > 10 && document.querySelector('main').dataset.checked")
        return self.driver.find_element("css selector", ".editor textarea")

    def set_text(self, text):
        self.js("const a = document.querySelector('.editor textarea'); a.focus(); a.select(); document.execCommand('insertText', false, arguments[0])", text)

    def no_reports(self):
        found = [e["message"] for e in self.driver.get_log("browser") if "Content Security Policy" in e["message"] or "TrustedHTML" in e["message"] or "Uncaught" in e["message"]]
        self.assertEqual(found, [])

    # MARK: every page

    def test_every_page(self):
        shots = os.environ.get("SHOTS")
        faults = []
        for dark in (False, True):
            # Narrow pages have the colors of wide ones, so one theme is enough without screenshots.
            for width in (320, 1400) if shots or not dark else (1400,):
                self.size(width, dark)
                for page in PAGES:
                    self.open(page)
                    self.until("return !/(Loading|Working|Checking|Comparing|Running|Reading|Drawing)…/.test(document.body.innerText)")
                    time.sleep(0.3)
                    wide = self.js("return [document.documentElement.scrollWidth, innerWidth]")
                    if wide[0] > wide[1]:
                        faults.append(f"{page} at {width}: {wide[0]} wide")
                    if not self.js("return !!window.axe"):
                        self.js(AXE)
                    found = self.driver.execute_async_script(
                        "const done = arguments[arguments.length - 1]; axe.run(document, {runOnly: arguments[0]}).then((r) => done(r.violations.map((v) => [v.id, v.nodes.length, v.nodes[0].target.join(' '), (v.nodes[0].any[0] || {}).message || ''])), (e) => done([['failed', String(e)]]))", TAGS)
                    faults += [f"{page} {width} {'dark' if dark else 'light'}: {f}" for f in found]
                    if shots:
                        self.driver.save_screenshot(f"{shots}/{page}-{width}{'d' if dark else 'l'}.png")
        self.size(1400)
        self.no_reports()
        self.assertEqual(faults, [])

    def test_one_heading_landmarks_and_language(self):
        for page in PAGES:
            self.open(page)
            self.assertEqual(self.js("return [document.querySelectorAll('h1').length, !!document.querySelector('main'), !!document.querySelector('nav[aria-label]'), document.documentElement.lang]"), [1, True, True, "en"], page)

    # MARK: what a screen reader is told

    # Roles that need an accessible name.
    NAMED = {"button", "link", "textbox", "searchbox", "combobox", "checkbox", "tab", "tabpanel", "listbox", "heading", "navigation", "group", "image", "table", "dialog", "radio", "spinbutton", "slider", "region"}
    # Implicit groups of HTML elements.
    UNNAMED = {"group"}

    def tree(self):
        nodes = self.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        return [n for n in nodes if not n.get("ignored")]

    @staticmethod
    def value(node, key):
        return (node.get(key) or {}).get("value") or ""

    def test_everything_has_a_name_and_a_place(self):
        faults = []
        for page in PAGES:
            self.open(page)
            self.settle()
            roles = set()
            for node in self.tree():
                role, name = self.value(node, "role"), str(self.value(node, "name")).strip()
                roles.add(role)
                if role in self.NAMED - self.UNNAMED and not name:
                    faults.append(f"{page}: a {role} without a name: {node.get('properties', [])[:2]}")
            faults += [f"{page}: no {role}" for role in ("main", "navigation", "banner") if role not in roles]
            # Heading levels increase by at most one.
            levels = self.js("return [...document.querySelectorAll('main h1, main h2, main h3, main h4')].filter((e) => e.offsetParent).map((e) => Number(e.tagName[1]))")
            faults += [f"{page}: h{b} below h{a}" for a, b in zip(levels, levels[1:]) if b > a + 1]
        self.assertEqual(faults, [])

    def test_text_may_be_spaced(self):
        # WCAG 1.4.12 on the narrowest screen: no content overflows, and no button text is cut off.
        faults = []
        self.size(320)
        self.js("const s = new CSSStyleSheet(); s.replaceSync('* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } .editor, .editor * { line-height: var(--line-height) !important; letter-spacing: 0 !important; word-spacing: 0 !important } p { margin-bottom: 2em !important }'); document.adoptedStyleSheets = [s]")
        try:
            for page in PAGES:
                self.open(page)
                self.settle()
                wide = self.js("return [document.documentElement.scrollWidth, innerWidth]")
                if wide[0] > wide[1]:
                    faults.append(f"{page}: {wide[0]} wide")
                faults += [f"{page}: {name}" for name in self.js("return [...document.querySelectorAll('main button, main .badge')].filter((e) => e.offsetParent && (e.scrollWidth > e.clientWidth + 2 || e.getBoundingClientRect().right > innerWidth + 1) && !e.closest('.scroll, .snippet, .tabs, .treebox')).map((e) => e.textContent)")]
        finally:
            self.js("document.adoptedStyleSheets = []")
            self.size(1400)
        self.assertEqual(faults, [])

    def test_findings_are_announced_once_after_a_rest(self):
        self.open_editor()
        # The announcements of the live region, in order.
        self.js("window.said = []; new MutationObserver(() => { const t = document.getElementById('status').textContent.trim(); if (t) window.said.push(t); }).observe(document.getElementById('status'), {childList: true, characterData: true, subtree: true})")
        self.assertEqual(self.js("const s = document.getElementById('status'); return [s.getAttribute('role'), s.getAttribute('aria-live')]"), ["status", "polite"])
        self.set_text("linkpolicy: 1\nnam: x\n")
        self.until("return window.said.some((t) => /error/.test(t))")

    def test_focus_goes_down_the_page_and_is_seen(self):
        faults = []
        for page in PAGES:
            for width in (1400, 320):
                self.size(width)
                self.open(page)
                self.settle()
                self.js("document.activeElement.blur(); window.getSelection().removeAllRanges(); document.body.tabIndex = -1; document.body.focus(); window.before = null; window.walk = new Set()")
                for _ in range(45):
                    webdriver.ActionChains(self.driver).send_keys(Keys.TAB).perform()
                    found = self.js("""
                        const e = document.activeElement;
                        if (!e || e === document.body) return null;
                        const name = e.tagName + "." + e.className + " " + (e.getAttribute("aria-label") || e.textContent || "").slice(0, 30);
                        const before = window.before;
                        const again = window.walk.has(e);
                        window.before = e; window.walk.add(e);
                        const marks = [e, e.closest(".editor"), e.closest("label")].filter(Boolean).map((x) => getComputedStyle(x));
                        const isMarked = marks.some((s) => (s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2) || s.boxShadow.includes("inset"));
                        const r = e.getBoundingClientRect();
                        return {name, again,
                          up: !!before && !again && !(before.compareDocumentPosition(e) & (Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY)),
                          unseen: !isMarked, out: r.bottom < 1 || r.top > innerHeight - 1 || r.right < 1 || r.left > innerWidth - 1};
                    """)
                    if found is None or found["again"]:
                        break
                    for word in ("up", "unseen", "out"):
                        if found[word]:
                            faults.append(f"{page} at {width}: {word}: {found['name']}")
        self.size(1400)
        self.assertEqual(faults, [])

    def test_who_follows_a_link_is_told_of_the_page(self):
        self.open("overview")
        for name, heading in (("findings", "Findings"), ("who", "Who may go where"), ("playground", "Playground")):
            self.js("document.querySelector(`nav a[href='#/${arguments[0]}']`).focus()", name)
            webdriver.ActionChains(self.driver).send_keys(Keys.ENTER).perform()
            self.until("return document.activeElement.tagName === 'H1' && document.activeElement.textContent === arguments[0]", SOON, heading)

    def test_keys_of_the_editor_are_heard(self):
        area = self.open_editor()
        # The editor isn't a combo box: screen readers read it line by line.
        node = next(n for n in self.tree() if self.value(n, "name") == "Policy" and self.value(n, "role") != "region")
        self.assertEqual(self.value(node, "role"), "textbox")
        self.assertIn({"name": "multiline", "value": {"type": "boolean", "value": True}}, node["properties"])
        self.js("window.said = []; new MutationObserver(() => { const t = document.getElementById('status').textContent.trim(); if (t) window.said.push(t); }).observe(document.getElementById('status'), {childList: true, characterData: true, subtree: true})")
        self.set_text("linkpolicy: 1\nnam: x\n")
        self.until("return document.querySelector('.layer .w-error')")
        area.send_keys(Keys.CONTROL, Keys.HOME)
        area.send_keys(Keys.F8)
        self.until("return window.said.some((t) => /^1 of \\d+: error, line \\d: /.test(t) && !t.includes('`'))")
        area.send_keys(Keys.CONTROL, Keys.HOME)
        area.send_keys(Keys.CONTROL, " ")
        self.until("return window.said.some((t) => /completion/.test(t))")

    # MARK: forced colours

    def test_forced_colours(self):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "forced-colors", "value": "active"}]})
        try:
            self.assertTrue(self.js("return matchMedia('(forced-colors: active)').matches"))
            area = self.open_editor()
            # The highlighting layer has its own colors, so the text of the textarea is shown instead.
            self.assertEqual(self.js("const e = document.querySelector('.editor'); return [getComputedStyle(e.querySelector('.layer')).visibility, getComputedStyle(e.querySelector('textarea')).color === getComputedStyle(document.body).color]"), ["hidden", True])
            # Forced colors remove backgrounds, so the selection needs another sign.
            differs = "const looks = (e) => { const s = getComputedStyle(e); return [s.outlineStyle, s.borderBottomColor, s.backgroundColor, s.textDecorationLine].join(); }; const [a, b] = arguments; return looks(document.querySelector(a)) !== looks(document.querySelector(b))"
            self.assertTrue(self.js(differs, ".tabs button[aria-selected=true]", ".tabs button[aria-selected=false]"))
            self.assertTrue(self.js(differs, ".side a[aria-current=page]", ".side a:not([aria-current=page])"))
            self.set_text("linkpolicy: 1\nna: x\n")
            self.until("return document.querySelector('.gutter svg')")
            area.send_keys(Keys.CONTROL, Keys.HOME)
            area.send_keys(Keys.ARROW_DOWN, Keys.CONTROL, " ")
            self.until("return document.querySelectorAll('.pop:not([hidden]) li').length > 1")
            self.assertTrue(self.js(differs, ".pop li[aria-selected=true]", ".pop li[aria-selected=false]"))
            self.open("rules?id=uri-fragment")
            self.until("return document.querySelector('.rulelist a[aria-current=true]')")
            self.assertTrue(self.js(differs, ".rulelist a[aria-current=true]", ".rulelist a[aria-current=false]"))
        finally:
            self.size(1400)

    # MARK: the token

    def test_the_token_leaves_the_address(self):
        self.assertNotIn("token", self.driver.current_url)
        self.assertEqual(self.js("return document.cookie + localStorage.length"), "0")

    def test_without_a_token_the_page_asks_for_the_address(self):
        first = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        self.driver.get(self.origin)
        self.until("return document.querySelector('#address')")
        field = self.driver.find_element("id", "address")
        field.send_keys("http://127.0.0.1/#token=" + "0" * 32, Keys.ENTER)
        self.until("return /restarted/.test(document.body.innerText)")
        field = self.driver.find_element("id", "address")
        field.clear()
        field.send_keys(self.served.url, Keys.ENTER)
        self.until("return document.querySelector('.editor textarea')?.value.length > 10")
        self.driver.close()
        self.driver.switch_to.window(first)

    # MARK: the playground

    def test_from_an_edit_to_its_finding(self):
        self.open_editor()
        taken = []
        for word in ("typo", "redirect_urls", "scopez", "clent", "nam", "ownr", "tets"):
            before = self.js("return document.querySelector('main').dataset.checked")
            self.js("const a = document.querySelector('.editor textarea'); a.focus(); a.setSelectionRange(a.value.length, a.value.length); document.execCommand('insertText', false, arguments[0])", f"\n{word}: x")
            self.until("return document.querySelector('main').dataset.checked !== arguments[0]", SOON, before)
            self.until("return document.querySelector('.layer .w')  || document.querySelectorAll('.panel .list > li').length")
            taken.append(int(self.js("return document.querySelector('main').dataset.latency")))
        taken.sort()
        print(f"\nedit to finding: {taken} ms")
        # The target is 200 ms. A busy CI machine can't measure it, so set LATENCY=200 on an idle machine.
        self.assertLess(taken[len(taken) // 2], int(os.environ.get("LATENCY", "5000")))

    def test_marks_fixes_and_keys(self):
        area = self.open_editor()
        self.set_text("linkpolicy: 1\nnam: x\n")
        self.until("return document.querySelector('.layer .w-error')")
        area.send_keys(Keys.CONTROL, Keys.HOME)
        area.send_keys(Keys.F8)
        self.until("return /nam/.test(document.querySelector('.foot').innerText)")
        self.js("[...document.querySelectorAll('.panel button')].find((b) => /rename/.test(b.textContent)).click()")
        self.until("return document.querySelector('.editor textarea').value.includes('\\nname: x')")
        # The browser implements undo.
        area.send_keys(Keys.CONTROL, "z")
        self.until("return document.querySelector('.editor textarea').value.includes('\\nnam: x')")
        # Tab leaves the editor unless Ctrl+M switched it to indentation.
        area.send_keys(Keys.TAB)
        self.assertFalse(self.js("return document.activeElement === document.querySelector('.editor textarea')"))
        area.click()
        area.send_keys(Keys.CONTROL, "m")
        area.send_keys(Keys.TAB)
        self.assertTrue(self.js("return document.activeElement === document.querySelector('.editor textarea')"))

    def test_everything_is_reached_by_keys(self):
        for page in ("playground", "decide", "compare"):
            self.open(page)
            self.settle()
            self.js("document.activeElement.blur(); window.getSelection().removeAllRanges(); document.body.tabIndex = -1; document.body.focus()")
            seen = []
            for _ in range(60):
                webdriver.ActionChains(self.driver).send_keys(Keys.TAB).perform()
                seen.append(self.js("const e = document.activeElement; return e.tagName + ' ' + (e.getAttribute('aria-label') || e.textContent || e.value || '').slice(0, 30)"))
            self.assertTrue(any("Skip to content" in s for s in seen), page)
            self.assertGreater(len(set(seen)), 14, (page, seen))
            # No element traps the focus.
            self.assertFalse(any(len(set(seen[i:i + 4])) == 1 for i in range(len(seen) - 4)), (page, seen))

    def test_completion(self):
        area = self.open_editor()
        self.set_text("linkpolicy: 1\nna")
        area.send_keys(Keys.CONTROL, " ")
        self.until("return document.querySelector('.pop:not([hidden]) li')")
        self.assertEqual(self.js("return document.querySelector('.editor textarea').getAttribute('aria-activedescendant')"), "completion-0")
        area.send_keys(Keys.ENTER)
        self.until("return document.querySelector('.editor textarea').value === 'linkpolicy: 1\\nname: '")
        # On a narrow screen, the list stays within the editor and doesn't move the text.
        try:
            self.size(320)
            area = self.open_editor()
            self.set_text("linkpolicy: 1\n# a long line, so that the caret stands far to the right: { x: y, z: [")
            area.send_keys(Keys.ENTER, "na", Keys.CONTROL, " ")
            self.until("return document.querySelector('.pop:not([hidden]) li')")
            edges = self.js("const e = document.querySelector('.editor'), b = e.getBoundingClientRect(), p = document.querySelector('.pop').getBoundingClientRect(); return [p.left >= b.left, p.right <= b.right + 1, e.scrollLeft]")
            self.assertEqual(edges, [True, True, 0])
        finally:
            self.size(1400)

    def test_completion_opens_while_typing_at_the_caret(self):
        area = self.open_editor()
        self.set_text("linkpolicy: 1\n")
        area.send_keys("n")
        area.send_keys("a")
        self.until("return document.querySelector('.pop:not([hidden]) li')?.textContent.startsWith('name')")
        # Measured with the font instead of the editor's own calculation.
        caret = """
            const area = document.querySelector('.editor textarea'), style = getComputedStyle(area), pop = document.querySelector('.pop').getBoundingClientRect();
            const context = document.createElement('canvas').getContext('2d');
            context.font = `${style.fontSize} ${style.fontFamily}`;
            const before = area.value.slice(0, area.selectionStart).split('\\n'), box = area.getBoundingClientRect();
            const edge = document.querySelector('.editor').getBoundingClientRect().right - 4 - pop.width;
            const x = Math.min(edge, box.left + parseFloat(style.paddingLeft) + context.measureText(before[before.length - 1]).width - area.scrollLeft);
            const y = box.top + before.length * 21 - area.scrollTop;
            return [Math.abs(pop.left - x) < 2, Math.abs(pop.top - y) < 6, pop.left, x, pop.top, y];
        """
        self.assertEqual(self.js(caret)[:2], [True, True], self.js(caret))
        # Far to the right, and with long lines that don't wrap.
        area.send_keys(Keys.ESCAPE)
        self.assertTrue(self.js("return document.querySelector('.pop').hidden"))
        for wraps in (True, False):
            self.set_text("linkpolicy: 1\nclients: { web: { type: web, ")
            if not wraps:
                area.send_keys(Keys.ALT, "z")
            for letter in "cli":
                area.send_keys(letter)
            self.until("return document.querySelector('.pop:not([hidden]) li')?.textContent.startsWith('client')")
            self.assertEqual(self.js(caret)[:2], [True, True], self.js(caret))
            area.send_keys(Keys.ESCAPE)
        area.send_keys(Keys.ALT, "z")
        # After a complete word, Enter inserts a line break. Comments have no completions.
        self.set_text("linkpolicy: 1\n")
        for letter in "name":
            area.send_keys(letter)
        self.until("return document.querySelector('.pop').hidden")
        time.sleep(0.4)
        area.send_keys(":", Keys.ENTER)
        self.assertEqual(self.js("return document.querySelector('.editor textarea').value.trimEnd()"), "linkpolicy: 1\nname:")
        self.set_text("linkpolicy: 1\n# n")
        area.send_keys("a")
        time.sleep(0.4)
        self.assertTrue(self.js("return document.querySelector('.pop').hidden"))

    def test_long_lines_wrap(self):
        try:
            self.size(390)
            area = self.open_editor()
            self.set_text("linkpolicy: 1\n# " + "many words in a comment that goes on and on " * 6 + "\nname: https://long.example/" + "path/" * 40 + "\n# ü 漢字 𝄞 " + "漢字" * 60 + "\nowner: team\n")
            # The highlighting layer wraps at the same places as the text, so both have the same height.
            same = "const a = document.querySelector('.editor textarea'), rows = [...document.querySelectorAll('.layer > div')]; return [a.scrollWidth <= a.clientWidth, Math.abs(rows.reduce((sum, r) => sum + r.offsetHeight, 0) + 60 - a.scrollHeight) <= 1 || [rows.map((r) => r.offsetHeight), a.scrollHeight, a.clientHeight]]"
            self.assertEqual(self.js(same), [True, True])
            self.assertEqual(self.js("return [...document.querySelectorAll('.gutter > div')].map((e) => e.offsetTop).join() === [...document.querySelectorAll('.layer > div')].map((e) => e.offsetTop).join()"), True)
            # An edit in the middle redraws the lines below at their new positions.
            area.send_keys(Keys.CONTROL, Keys.HOME)
            area.send_keys(Keys.ARROW_DOWN, Keys.ENTER, "x: y")
            self.assertEqual(self.js(same), [True, True])
            self.assertEqual(self.js("return [...document.querySelectorAll('.layer > div')].map((e) => e.textContent).join('\\n') === document.querySelector('.editor textarea').value"), True)
            area.send_keys(Keys.ALT, "z")
            self.assertTrue(self.js("const a = document.querySelector('.editor textarea'); return a.scrollWidth > a.clientWidth && document.querySelector('.help [aria-pressed]').getAttribute('aria-pressed') === 'false'"))
        finally:
            self.size(1400)

    # MARK: keys of all pages

    def test_slash_and_the_jump_box(self):
        self.open("findings")
        self.settle()
        press = lambda *keys: webdriver.ActionChains(self.driver).send_keys(*keys).perform()
        jump = lambda: webdriver.ActionChains(self.driver).key_down(Keys.CONTROL).send_keys("k").key_up(Keys.CONTROL).perform()
        press("/")
        self.assertEqual(self.js("return [document.activeElement.type, document.activeElement.value]"), ["search", ""])
        press("/")
        self.assertEqual(self.js("return document.activeElement.value"), "/")
        self.js("document.querySelector('nav a').focus()")
        jump()
        self.until("return document.querySelector('dialog.jump li[aria-selected=true]')")
        self.assertEqual(self.js("return document.activeElement.getAttribute('role')"), "combobox")
        press(Keys.ESCAPE)
        self.until("return !document.querySelector('dialog') && document.activeElement === document.querySelector('nav a')")
        for words, title, place in (("flow", "Flow", "#/flow"), ("uri-fragment", "Rules", "#/rules?id=uri-fragment"), ("nordic-locks.yaml", "Playground", "#/playground?file=Policies%2Fnordic-locks.yaml"), ("acme-cli client", "Who", "#/who?q=acme-cli")):
            jump()
            self.until("return document.querySelector('dialog.jump')")
            press(words)
            self.until("return document.querySelector('dialog.jump li[aria-selected=true]')?.textContent.toLowerCase().includes(arguments[0])", SOON, words.split()[0])
            self.js(AXE)
            self.assertEqual(self.driver.execute_async_script("const done = arguments[arguments.length - 1]; axe.run(document.querySelector('dialog'), {runOnly: arguments[0]}).then((r) => done(r.violations.map((v) => v.id)))", TAGS), [])
            press(Keys.ENTER)
            self.until("return document.title.startsWith(arguments[0]) && location.hash === arguments[1]", SOON, title, place)
        # The editor handles both keys as text input.
        area = self.open_editor()
        self.set_text("linkpolicy: 1\n# a")
        area.send_keys("/")
        self.assertTrue(self.js("return document.querySelector('.editor textarea').value.endsWith('a/')"))
        # Users can turn off the shortcut of a single key (WCAG 2.1.4).
        jump()
        self.until("return document.querySelector('dialog.jump')")
        self.js("document.querySelector('dialog.jump input[type=checkbox]').click()")
        press(Keys.ESCAPE)
        self.open("findings")
        self.settle()
        press("/")
        self.assertNotEqual(self.js("return document.activeElement.type ?? ''"), "search")
        self.js("localStorage.clear()")

    # MARK: answers despite errors

    def test_tabs_show_the_last_version_without_errors(self):
        area = self.open_editor()
        self.js("const a = document.querySelector('.editor textarea'); const at = a.value.indexOf('        - com.acme.cli:/callback'); a.focus(); a.setSelectionRange(at, at); document.execCommand('insertText', false, '        - com.acme.new:/callback\\n')")
        self.until("return document.getElementById('tab-Changes').textContent === 'Changes 1 widening'")
        area.send_keys(Keys.CONTROL, Keys.END)
        area.send_keys(Keys.ENTER, "nam: x")
        self.until("return document.querySelector('.layer .w-error')")
        self.assertIn("1 widening", self.js("return document.getElementById('tab-Changes').textContent"))
        for tab, found in (("Changes", "com.acme.new"), ("Decide", "Steps"), ("Tests", "")):
            self.js("document.getElementById(`tab-${arguments[0]}`).click()", tab)
            self.until("const p = document.getElementById(`panel-${arguments[0]}`); return /last version without errors/.test(p.innerText) && p.querySelector('.stale') && p.querySelector('.stale').innerText.includes(arguments[1])", SOON, tab, found)
            self.assertIn("grayscale", self.js("return getComputedStyle(document.querySelector(`#panel-${arguments[0]} .stale`)).filter", tab))
        # Without the error, nothing is gray.
        area.send_keys(*[Keys.BACKSPACE] * 7)
        self.js("document.getElementById('tab-Changes').click()")
        self.until("const p = document.getElementById('panel-Changes'); return p.innerText.includes('com.acme.new') && !p.querySelector('.stale')")

    def test_pages_show_the_last_commit_if_the_files_have_errors(self):
        name = self.served.policy("wrong.yaml")
        name.write_text("linkpolicy: 1\nnam: x\n")
        try:
            for page in ("decide", "flow", "links", "overview"):
                self.open(page)
                self.until("return /last commit/.test(document.querySelector('main').innerText) && document.querySelector('.stale')", SOON)
            self.until("return /^Fix \\d+ errors?/.test(document.querySelector('.todo li')?.innerText)")
            self.open("who")
            self.until("return /left out of the map/.test(document.querySelector('main').innerText)")
            self.no_reports()
        finally:
            name.unlink()

    def test_what_an_edit_decides_differently(self):
        self.open_editor()
        self.js("const a = document.querySelector('.editor textarea'); const at = a.value.indexOf('        - com.acme.cli:/callback'); a.focus(); a.setSelectionRange(at, at); document.execCommand('insertText', false, '        - com.acme.new:/callback\\n'); document.getElementById('tab-Changes').click()")
        self.until("return /com\\.acme\\.new/.test(document.getElementById('panel-Changes').innerText) && /widening/.test(document.getElementById('panel-Changes').innerText)")
        self.assertIn("Example request", self.js("return document.getElementById('panel-Changes').innerText"))

    def test_the_number_of_changes_is_seen_beside_every_view(self):
        self.open_editor()
        self.js("const a = document.querySelector('.editor textarea'); const at = a.value.indexOf('        - com.acme.cli:/callback'); a.focus(); a.setSelectionRange(at, at); document.execCommand('insertText', false, '        - com.acme.new:/callback\\n')")
        self.until("return document.getElementById('tab-Findings').getAttribute('aria-selected') === 'true' && document.getElementById('tab-Changes').textContent === 'Changes 1 widening'")
        # Without edits, the page shows the changes since the last commit.
        self.open_editor()
        self.js("document.getElementById('tab-Changes').click(); [...document.querySelectorAll('#panel-Changes button')].find((b) => /last commit/.test(b.textContent)).click()")
        self.until("return /Example request/.test(document.getElementById('panel-Changes').innerText)")

    def test_nothing_that_is_typed_is_lost_on_the_way(self):
        self.open_editor()
        self.set_text("linkpolicy: 1\nname: typed\n")
        # A link to another line of the same file, and a canceled navigation to another page.
        self.js("location.hash = '#/playground?file=Policies%2Facme-cli.yaml&line=2'")
        time.sleep(0.4)
        self.js("window.confirm = () => false; location.hash = '#/overview'")
        self.until("return location.hash.includes('playground')")
        self.assertEqual(self.js("return document.querySelector('.editor textarea').value"), "linkpolicy: 1\nname: typed\n")
        self.js("location.hash = '#/playground?file=Policies%2Facme-home.yaml'")
        time.sleep(0.4)
        self.assertEqual(self.js("return document.querySelector('.editor textarea').value"), "linkpolicy: 1\nname: typed\n")

    def test_a_link_and_back(self):
        self.open_editor()
        text = "linkpolicy: 1\nname: shared-ü-𝄞\n# " + "x" * 500 + "\n"
        self.set_text(text)
        self.until("return document.querySelector('main').dataset.checked")
        self.js("[...document.querySelectorAll('.head button')].find((b) => b.textContent === 'Copy link').click()")
        link = self.until("return document.querySelector('main').dataset.link")
        self.open(link[2:])
        self.until("return document.querySelector('.editor textarea')?.value === arguments[0]", SOON, text)
        # A text that can't be compressed to a short link.
        self.set_text("# " + os.urandom(60000).hex())
        self.js("[...document.querySelectorAll('.head button')].find((b) => b.textContent === 'Copy link').click()")
        self.until("return /32 KiB/.test(document.body.innerText)")
        self.open("playground?s=damaged")
        self.until("return /damaged/.test(document.body.innerText)")

    def test_a_secret_goes_into_no_link(self):
        self.open_editor()
        self.set_text("linkpolicy: 1\nname: a\nclients:\n  w:\n    provider: generic\n    type: web\n    client_id: { prod: a, sandbox: b }\n    client_secret: hunter2hunter2\n")
        self.until("return /client-secret-in-policy/.test(document.body.innerText)")
        self.js("[...document.querySelectorAll('.head button')].find((b) => b.textContent === 'Copy link').click()")
        self.until("return /contains a secret/.test(document.body.innerText)")
        self.assertIsNone(self.js("return document.querySelector('main').dataset.link ?? null"))

    # MARK: the disk, and other tabs

    def test_a_change_of_the_disk_takes_nothing_that_is_typed(self):
        name = self.served.policy("nordic-locks.yaml")
        text = name.read_text()
        try:
            self.open_editor("playground?file=Policies%2Fnordic-locks.yaml")
            # Without edits, the page reloads the file.
            self.write_until(name, text + "# from the disk\n", "return /# from the disk\\n# \\d+\\n$/.test(document.querySelector('.editor textarea').value)")
            self.js("const a = document.querySelector('.editor textarea'); a.focus(); a.setSelectionRange(0, 0); document.execCommand('insertText', false, '# typed\\n')")
            self.write_until(name, text + "# again\n", "return /changed on disk/.test(document.body.innerText)")
            again = name.read_text()
            self.assertTrue(self.js("return document.querySelector('.editor textarea').value.startsWith('# typed\\n')"))
            # Saving is rejected until the user has seen the change.
            self.js("[...document.querySelectorAll('.head button')].find((b) => b.textContent === 'Save').click()")
            time.sleep(0.4)
            self.assertEqual(name.read_text(), again)
            self.js("[...document.querySelectorAll('button')].find((b) => b.textContent === 'Keep my changes').click()")
            self.js("[...document.querySelectorAll('.head button')].find((b) => b.textContent === 'Save').click()")
            end = time.monotonic() + SOON
            while not name.read_text().startswith("# typed\n") and time.monotonic() < end:
                time.sleep(0.05)
            self.assertTrue(name.read_text().startswith("# typed\n"))
        finally:
            name.write_text(text)

    def test_two_tabs(self):
        name = self.served.policy("nordic-lights.yaml")
        text = name.read_text()
        first = self.driver.current_window_handle
        try:
            self.open_editor("playground?file=Policies%2Fnordic-lights.yaml")
            self.js("const a = document.querySelector('.editor textarea'); a.focus(); a.setSelectionRange(0, 0); document.execCommand('insertText', false, '# first tab\\n')")
            self.driver.switch_to.new_window("tab")
            self.driver.get(self.served.url)
            self.until("return document.querySelector('.editor textarea')?.value.length > 10")
            self.open_editor("playground?file=Policies%2Fnordic-lights.yaml")
            self.js("const a = document.querySelector('.editor textarea'); a.focus(); a.setSelectionRange(0, 0); document.execCommand('insertText', false, '# second tab\\n'); [...document.querySelectorAll('.head button')].find((b) => b.textContent === 'Save').click()")
            end = time.monotonic() + SOON
            while not name.read_text().startswith("# second tab\n") and time.monotonic() < end:
                time.sleep(0.05)
            self.assertTrue(name.read_text().startswith("# second tab\n"))
            self.driver.close()
            self.driver.switch_to.window(first)
            self.until("return /changed on disk/.test(document.body.innerText)")
            self.assertTrue(self.js("return document.querySelector('.editor textarea').value.startsWith('# first tab\\n')"))
        finally:
            self.driver.switch_to.window(first)
            name.write_text(text)

    # MARK: hostile policies

    def test_a_hostile_policy_is_text(self):
        name = self.served.policy("hostile.yaml")
        name.write_text(HOSTILE)
        try:
            time.sleep(1.5)
            for page in ("playground?file=Policies%2Fhostile.yaml", "findings", "overview", "who", "decide", "compare", "flow"):
                self.open(page)
                time.sleep(0.7)
                self.assertEqual(self.js("return [document.querySelectorAll('main img, main script, main b.owned').length, document.title.includes('owned')]"), [0, False], page)
            self.open("findings")
            shown = self.until("return document.querySelector('main .list') && document.querySelector('main').innerText")
            self.assertNotIn("\u202e", shown)
            self.no_reports()
        finally:
            name.unlink()

    def test_a_finding_says_why(self):
        name = self.served.policy("wrong.yaml")
        try:
            self.open("findings")
            self.write_until(name, "linkpolicy: 1\nnam: x\n", "return document.querySelector('main .list details')")
            self.js("document.querySelector('main .list details summary').click()")
            self.until("return [...document.querySelectorAll('main .list details[open] p')].some((p) => p.textContent.length > 30)")
        finally:
            name.unlink()

    def test_policies_with_errors_replay_nothing(self):
        name = self.served.policy("wrong.yaml")
        name.write_text("linkpolicy: 1\nnam: x\n")
        try:
            self.open("replay")
            self.until("return /Fix errors first/.test(document.querySelector('main').innerText)")
            # Nothing is generated from them.
            self.open_editor()
            self.js("document.getElementById('tab-Generated').click()")
            self.until("return /Fix errors first/.test(document.getElementById('panel-Generated').innerText)")
            self.assertEqual(self.js("return document.querySelectorAll('#panel-Generated button').length"), 0)
        finally:
            name.unlink()

    def test_a_line_of_a_megabyte(self):
        self.open_editor()
        self.js("const a = document.querySelector('.editor textarea'); a.value = 'linkpolicy: 1\\nname: ' + 'x'.repeat(1_200_000); a.dispatchEvent(new Event('input'))")
        self.until("return document.querySelector('.panel .list > li')")

    # MARK: the other pages

    def test_compare_proves_what_it_says(self):
        self.open("compare")
        self.until("return document.querySelectorAll('.change.widening .arrow').length >= 1 && document.querySelectorAll('.change.narrowing').length >= 1")
        self.js("document.querySelector('.change a.button').click()")
        self.until("return document.title.startsWith('Decide') && document.querySelectorAll('.steps li').length > 3")

    def test_decide_both_environments_and_a_test(self):
        self.open("decide?url=" + "https%3A%2F%2Fwww.acme.example%2Fflip")
        self.until("return document.querySelectorAll('.verdict').length === 2")
        self.assertIn("allow", self.js("return document.querySelector('.verdict').innerText"))
        self.assertIn("expect: { decision: allow", self.js("return [...document.querySelectorAll('details')].pop().textContent"))

    def test_replay_of_pasted_lines(self):
        self.open("replay")
        line = json.dumps({"client_id": "acme-cli-prod", "redirect_uri": "http://127.0.0.1:8080/callback", "scope": "offline"})
        self.js("const t = document.querySelector('textarea'); t.value = arguments[0]; t.dispatchEvent(new Event('input')); document.querySelectorAll('input[type=text]')[0].value = 'HEAD'; document.querySelector('form').requestSubmit()", line)
        self.until("return /1 requests/.test(document.body.innerText) && /Samples/.test(document.body.innerText)")

    def test_a_long_replay_tells_how_far_it_is_and_can_be_cancelled(self):
        self.open("replay")
        self.settle()
        def limit(bytes_a_second):
            self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": bytes_a_second})
        give = "const input = document.getElementById('log'), files = new DataTransfer(); files.items.add(new File([arguments[0].repeat(arguments[1])], 'long.ndjson')); input.files = files.files; input.dispatchEvent(new Event('change'))"
        line = json.dumps({"client_id": "acme-cli-prod", "redirect_uri": "http://127.0.0.1:8080/callback", "scope": "devices"}) + "\n"
        try:
            limit(200_000)
            self.js(give, line, 300_000)
            self.until("const bar = document.querySelector('main progress'); return bar && bar.value > 0 && bar.value < bar.max")
            self.assertRegex(self.js("return document.querySelector('main progress').closest('.card').innerText"), r"Replaying long\.ndjson[\s\S]*of [\d.]+ MB")
            self.js("[...document.querySelectorAll('button')].find((b) => b.textContent === 'Cancel').click()")
            self.until("return /Cancelled after [\\d.,]+ (bytes|MB) of [\\d.]+ MB/.test(document.querySelector('main').innerText)")
            self.assertEqual(self.js("return document.activeElement.textContent"), "Replay")
        finally:
            limit(-1)
        self.js(give, line, 3000)
        self.until("return /3,000 requests/.test(document.body.innerText)")

    def test_rules_search_and_playground(self):
        self.open("rules?id=uri-fragment")
        self.until("return document.querySelector('.ruleview article h2')?.innerText.includes('uri-fragment')")
        self.js("const s = document.querySelector('input[type=search]'); s.value = 'fragment'; s.dispatchEvent(new Event('input'))")
        self.assertLess(self.js("return document.querySelectorAll('.rulelist a').length"), 20)

    def test_who_accepts_an_address(self):
        self.open("who?uri=com.acme.cli%3A%2Fcallback")
        self.until("return /accept/.test(document.body.innerText) && document.querySelectorAll('.matrix tbody tr').length > 3")

    def test_the_map_leads_to_lines_and_origins_are_apart(self):
        self.open("who")
        self.until("return document.querySelectorAll('.picture svg circle.prod, .picture svg circle.prodcareful').length > 3")
        self.until("return document.querySelectorAll('.matrix').length >= 2")
        # The numbers in the map equal those in the table.
        titles = self.js("return [...document.querySelectorAll('.matrix')].map((e) => e.getAttribute('aria-label'))")
        self.assertEqual(titles[:2], ["Receives codes or tokens", "Is an origin or a host"])
        self.assertFalse(self.js("return /allowed_origins|web_origins/.test(document.querySelector('.matrix').innerText)"))
        self.assertTrue(self.js("return [...document.querySelectorAll('.picture svg *')].every((e) => e.namespaceURI.endsWith('/svg') && !['style', 'script', 'foreignObject'].includes(e.localName))"))
        # The map has the colors of the chosen theme.
        for theme, dark in (("dark", True), ("light", False)):
            self.js("document.documentElement.dataset.theme = arguments[0]", theme)
            fill = self.js("return getComputedStyle(document.querySelector('.picture svg text.strong')).fill.match(/\\d+/g).map(Number)")
            self.assertEqual(sum(fill) > 380, dark, fill)
        self.js("delete document.documentElement.dataset.theme")
        href = self.js("return document.querySelector('.picture svg circle').closest('a').getAttribute('href')")
        self.assertRegex(href, r"^#/playground\?file=Policies%2F[\w-]+\.yaml&line=\d+$")
        self.js("document.querySelector('.picture svg circle').closest('a').focus()")
        webdriver.ActionChains(self.driver).send_keys(Keys.ENTER).perform()
        self.until("return document.title.startsWith('Playground') && document.querySelector('.editor textarea')?.selectionStart > 0")
        self.no_reports()

    def test_paths_of_hosts_and_a_try(self):
        self.open("links")
        self.until("return document.querySelectorAll('table.paths tbody tr').length > 5")
        self.assertTrue(self.js("return [...document.querySelectorAll('table.paths .below')].length > 0"))
        self.js("[...document.querySelectorAll('table.paths th button')].pop().click()")
        wanted = self.js("return document.querySelector('input').value")
        self.assertTrue(wanted.startswith("https://"), wanted)
        self.until("return document.querySelectorAll('.verdict').length === 2")
        # A link that no app opens isn't an error.
        self.js("const i = document.querySelector('input'); i.value = 'https://nobody.example/x'; i.dispatchEvent(new Event('input'))")
        self.until("return [...document.querySelectorAll('.verdict b')].every((e) => e.textContent === 'ignore') && document.querySelectorAll('.verdict b').length === 2")
        self.assertEqual(self.js("return document.querySelectorAll('.steps .fail, .verdict.deny').length"), 0)

    def test_flows_are_sequence_diagrams(self):
        self.open("flow?q=app_flip_ios")
        self.until("return document.querySelector('.picture svg text.headtext')")
        lanes = self.js("return [...document.querySelector('.picture svg').querySelectorAll('.headtext')].map((e) => e.textContent)")
        self.assertIn("Google app", lanes)
        self.assertIn("Your server", lanes)
        self.no_reports()

    def test_decide_takes_a_url_apart(self):
        self.open("decide")
        self.until("return document.querySelectorAll('.verdict').length > 0")
        self.js("const i = document.querySelectorAll('main input')[0]; window.paste = [...document.querySelectorAll('main label')].find((l) => /paste a URL/.test(l.textContent)).querySelector('input'); paste.value = 'https://auth.acme.example/authorize?client_id=acme-cli-prod&redirect_uri=com.acme.cli%3A%2Fcallback&response_type=code&state=s&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256&utm_source=a%20b'; paste.dispatchEvent(new Event('input'))")
        field = "return [...document.querySelectorAll('main label.field')].find((l) => l.querySelector('code')?.textContent === arguments[0])?.querySelector('input, select').value"
        self.until(field + " === 'com.acme.cli:/callback'", SOON, "redirect_uri")
        self.assertEqual([self.js(field, n) for n in ("client_id", "state", "utm_source")], ["acme-cli-prod", "s", "a b"])
        # The client ID belongs to prod, so no decision is shown for sandbox, and nothing is red.
        self.until("return document.querySelectorAll('.verdict').length === 1 && /not decided/.test(document.querySelector('.two').innerText)")
        self.assertEqual(self.js("return [document.querySelectorAll('.steps .fail').length, document.querySelector('.verdict').className]"), [0, "verdict allow"])
        # Editing a parameter updates the decision.
        self.js("const i = [...document.querySelectorAll('main label.field')].find((l) => l.querySelector('code')?.textContent === 'redirect_uri').querySelector('input'); i.value = 'com.acme.cli:/Callback'; i.dispatchEvent(new Event('input'))")
        self.until("return document.querySelector('.verdict.deny') && /redirect-uri/.test(document.querySelector('.verdict').innerText)")
        # Users can select one environment, even the wrong one.
        self.js("const s = document.querySelectorAll('main select')[1]; s.value = 'sandbox'; s.dispatchEvent(new Event('change'))")
        self.until("return document.querySelectorAll('.verdict').length === 1 && /endpoint-unknown/.test(document.querySelector('.verdict').innerText)")

    def test_overview_says_what_is_next_and_its_cards_are_links(self):
        self.open("overview")
        self.until("return document.querySelector('.todo li a')")
        self.assertTrue(self.js("return [...document.querySelectorAll('.todo a')].every((a) => a.getAttribute('href').startsWith('#/'))"))
        self.settle()
        # The whole card is a link.
        for index, title in ((0, "Findings"), (1, "Flow"), (2, "Playground"), (3, "Playground")):
            self.open("overview")
            self.until("return document.querySelectorAll('.whole h2 a').length === 4")
            self.settle()
            self.js("const b = document.querySelectorAll('.whole')[arguments[0]].getBoundingClientRect(); document.elementFromPoint(b.right - 8, b.bottom - 8).click()", index)
            self.until("return document.title.startsWith(arguments[0])", SOON, title)
        self.assertEqual(self.js("return document.getElementById('tab-Generated').getAttribute('aria-selected')"), "true")


if __name__ == "__main__":
    unittest.main(warnings="ignore")
