"""Hooks of MkDocs: put the generated parts into the pages, and turn links out of `docs/` to what the site serves.

`linkpolicy-dev site` writes the generated parts into `.build/site/generated`.
"""
import json
import pathlib
import posixpath
import re

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).resolve().parent.parent
GENERATED = ROOT / ".build/site/generated"
RULES = {path.stem for path in (GENERATED / "rules").glob("*.md")}
# Pages of the site that are files in the root of the repository.
ROOT_PAGES = {"SECURITY.md": "about/security.md", "CHANGELOG.md": "about/changelog.md", "README.md": "index.md"}
LINK = re.compile(r"\[([^\[\]]*)\]\(([^)#\s:]+)(#[^)\s]*)?\)")


def outside_code(markdown, change):
    """Changes the text outside of code blocks."""
    parts = re.split(r"(^```.*?^```$)", markdown, flags=re.MULTILINE | re.DOTALL)
    return "".join(part if part.startswith("```") else change(part) for part in parts)


def source_folder(page):
    """The folder that the links of a page start from, relative to the repository."""
    if page in ROOT_PAGES.values() and page != "index.md":
        return ""
    return posixpath.join("docs", posixpath.dirname(page))


def on_files(files, config):
    def add(uri, content):
        files.append(File.generated(config, uri, content=content))

    for path in (GENERATED / "rules").rglob("*.*"):
        add(path.relative_to(GENERATED).as_posix(), path.read_text())
    for path in sorted((ROOT / "Schemas").glob("*.json")):
        add(f"schemas/{path.name}", path.read_bytes())
    for path, uri in ROOT_PAGES.items():
        if uri != "index.md":
            add(uri, (ROOT / path).read_text())
    # Files of the repository that pages link to are served with the site.
    linked = set()
    for file in files.documentation_pages():
        for match in LINK.finditer(file.content_string):
            path = posixpath.normpath(posixpath.join(source_folder(file.src_uri), match[2]))
            if not path.startswith("docs/") and path not in ROOT_PAGES and (ROOT / path).is_file():
                linked.add(path)
    for path in sorted(linked):
        if not path.startswith("Schemas/") and not path.endswith(".md"):
            add(f"files/{path}", (ROOT / path).read_bytes())
    return files


def on_page_markdown(markdown, page, config, files):
    uri = page.file.src_uri
    up = "../" * uri.count("/")

    def link(match):
        text, target, anchor = match[1], match[2], match[3] or ""
        path = posixpath.normpath(posixpath.join(source_folder(uri), target))
        if path.startswith("docs/"):
            return f"[{text}]({up}{path[5:]}{anchor})"
        if path in ROOT_PAGES:
            return f"[{text}]({up}{ROOT_PAGES[path]}{anchor})"
        if path.startswith("Schemas/"):
            return f"[{text}]({up}{path.replace('Schemas/', 'schemas/')})"
        if not (ROOT / path).exists():
            raise PluginError(f"{uri}: {target} doesn't exist")
        # The site has no page for a folder.
        return text if (ROOT / path).is_dir() else f"[{text}]({up}files/{path})"

    def rule(match):
        return f"[`{match[1]}`]({up}rules/{match[1]}.md)" if match[1] in RULES else match[0]

    def change(text):
        # Symbols of DocC are code here.
        text = re.sub(r"``(\w+)``", r"`\1`", LINK.sub(link, text))
        return re.sub(r"(?<!\[)`([a-z]+(?:-[a-z0-9]+)+)`", rule, text)

    def fragment(match):
        return schemas(up) if match[1] == "schemas" else (GENERATED / f"{match[1]}.md").read_text()

    if uri.startswith("rules/") and uri != "rules/index.md":
        return markdown
    return re.sub(r"<!-- generated: (\w+) -->", fragment, outside_code(markdown, change))


def schemas(up):
    rows = []
    for path in sorted((ROOT / "Schemas").glob("*.json")):
        schema = json.loads(path.read_text())
        summary = schema.get("description") or schema.get("title") or ""
        rows.append(f"| [`{path.name}`]({up}schemas/{path.name}) | {summary} |")
    return "## Schemas\n\n| schema | describes |\n|---|---|\n" + "\n".join(rows)
