import base64, json, plistlib, sys, xml.parsers.expat


# Elements as `[name, attributes, offset, contents]`; blanks between elements are left out.
def read_xml(data):
    parser = xml.parsers.expat.ParserCreate(namespace_separator=chr(1))
    parser.buffer_text = True
    root = []
    stack = [root]
    def start(name, attributes):
        parts = name.split(chr(1))
        attributes = {" ".join(k.split(chr(1))): v for k, v in attributes.items()}
        element = [" ".join(parts[:2]), attributes, parser.CurrentByteIndex, []]
        stack[-1].append(element)
        stack.append(element[3])
    def end(name):
        contents = stack.pop()
        if len(contents) > 1 or (contents and not isinstance(contents[0], str)):
            contents[:] = [c for c in contents if not isinstance(c, str) or c.strip(" \t\r\n")]
    def text(data):
        if stack[-1] and isinstance(stack[-1][-1], str):
            stack[-1][-1] += data
        else:
            stack[-1].append(data)
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    parser.Parse(data, True)
    return root[0]


# Values with dates, data and numbers as texts.
def plain(value):
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, list):
        return [plain(v) for v in value]
    if isinstance(value, bool):
        return "is true" if value else "is false"
    if isinstance(value, str):
        return value
    if isinstance(value, int) or isinstance(value, float):
        return "number"
    return "other"


def read_property_list(data):
    return plain(plistlib.loads(data, fmt=plistlib.FMT_XML))


read = {"xml": read_xml, "plist": read_property_list}[sys.argv[3]]
answers = []
for text in json.load(open(sys.argv[1])):
    try:
        answers.append(read(base64.b64decode(text)))
    except Exception:
        answers.append(None)
json.dump(answers, open(sys.argv[2], "w"))
