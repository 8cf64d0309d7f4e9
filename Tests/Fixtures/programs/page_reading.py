import collections, html.parser, json, re, sys
path = sys.argv[1]
text = open(path, encoding="utf-8", newline="").read()
is_html = path.endswith(".html")
if not is_html:
    try:
        import cmarkgfm
        from cmarkgfm.cmark import Options
    except ImportError:
        sys.exit("cmarkgfm is not installed: .ci/tools installs it")
    text = cmarkgfm.github_flavored_markdown_to_html(text, options=Options.CMARK_OPT_UNSAFE)
problems, counts, rows, paragraphs, codes = [], collections.Counter(), [], [], []
ids, targets, stack, texts = set(), [], [], []
VOID = {"meta", "br", "hr", "img", "input", "wbr"}
PARENTS = {"td": {"tr"}, "th": {"tr"}, "tr": {"thead", "tbody"}, "li": {"ul", "ol"},
           "caption": {"table"}, "summary": {"details"}}

class Reader(html.parser.HTMLParser):
    def handle_starttag(self, tag, attributes):
        counts[tag] += 1
        names = [name for name, value in attributes]
        if len(set(names)) != len(names):
            problems.append("an attribute of %s twice" % tag)
        if tag in PARENTS and (not stack or stack[-1][0] not in PARENTS[tag]):
            problems.append("%s in %s" % (tag, stack[-1:]))
        if stack and stack[-1][0] == "p" and tag in {"p", "ul", "table", "div", "details"}:
            problems.append("%s in p" % tag)
        for name, value in attributes:
            if name == "id":
                if value in ids: problems.append("id twice: %s" % value)
                ids.add(value)
            if name == "href":
                targets.append(value)
            if name in {"src", "srcset", "data", "action", "background", "poster"} or name.startswith("on"):
                problems.append("attribute %s" % name)
        if is_html and tag == "th" and "scope" not in names:
            problems.append("th without scope")
        if is_html and tag == "section" and "aria-labelledby" in names:
            targets.append("#" + dict(attributes)["aria-labelledby"])
        if tag not in VOID:
            stack.append((tag, []))
        if tag == "tr": rows.append([])
    def handle_endtag(self, tag):
        if not stack or stack[-1][0] != tag:
            problems.append("</%s> at %s" % (tag, stack[-1:]))
            return
        name, pieces = stack.pop()
        content = "".join(pieces)
        if name in {"td", "th"} and rows: rows[-1].append(content)
        in_table = any(t == "table" for t, _ in stack)
        if name in {"p", "li"} and not in_table and not any(t == "nav" for t, _ in stack):
            paragraphs.append(content)
        if name == "code": codes.append(content)
        if stack: stack[-1][1].append(content)
    def handle_data(self, data):
        if stack: stack[-1][1].append(data)
    def handle_comment(self, data):
        if is_html: problems.append("comment")

reader = Reader(convert_charrefs=True)
reader.feed(text)
reader.close()
if stack: problems.append("not closed: %s" % [name for name, _ in stack])
for target in targets:
    if target.startswith("#"):
        if target[1:] not in ids: problems.append("leads nowhere: %s" % target)
    elif re.match(r"(\.\./)*[A-Za-z0-9._~%-]+(/[A-Za-z0-9._~%-]+)*#L[0-9]+$", target) is None:
        # GitHub makes a link of an address in prose by itself.
        if is_html or not target.startswith("mailto:"):
            problems.append("leads out: %s" % target)
if is_html:
    style = text[text.index("<style>"):text.index("</style>")]
    for word in ["url(", "@import", "expression"]:
        if word in style: problems.append("style holds " + word)
    if not text.startswith("<!DOCTYPE html>\n"): problems.append("no doctype")
codes.sort(key=lambda code: code.encode())
json.dump({"problems": problems, "counts": counts, "rows": rows, "paragraphs": paragraphs,
           "codes": codes}, sys.stdout)
