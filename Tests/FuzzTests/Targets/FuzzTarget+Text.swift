import AssociationFiles
import PolicyDecision
import PolicyImport
import PolicyModel
import PolicyTestSupport
import PolicyText
import ProjectTestSupport

extension FuzzTarget {
  /// The YAML parser, the structure of policies and their decoding. Every position must be within
  /// the file and its parent.
  static let yaml = FuzzTarget("yaml", maximumLength: 4_096) {
    try Seeds.policies()
  } run: { bytes in
    let source = SourceFile(name: "f.yaml", bytes: bytes)
    let document = PolicyDocument(YAMLReader.read(source, file: FileID(0)))
    _ = Policy(decoding: document.tree)
    let problems = TreeProblems.problems(document.tree, document.diagnostics)
    Finding.unless(problems.isEmpty, "\(problems)")
  }
}

extension Seeds {
  /// Policies, tests and configurations, both valid and broken.
  static func policies() throws -> [[UInt8]] {
    try files("Tests/Fixtures", ".yaml", ".yml") + files("Policies", ".yaml")
  }
}

extension FuzzTarget {
  /// The JSON parser: checks positions, compares the result with a second parser, and parses its
  /// own output.
  static let json = FuzzTarget("json", maximumLength: 4_096) {
    try Seeds.files("Tests/Fixtures", ".json", "site-association", ".cfg")
      + Seeds.files("Tests/Vectors", ".jsonl").flatMap { $0.split(separator: 0x0A).map(Array.init) }
  } run: { bytes in
    let read = JSONReader.read(SourceFile(name: "f.json", bytes: bytes), file: FileID(0))
    let problems = TreeProblems.problems(read.tree, read.diagnostics)
    Finding.unless(problems.isEmpty, "\(problems)")
    let reference = ReferenceJSON.read(bytes)
    let isAccepted = read.diagnostics.isEmpty
    Finding.unless(
      isAccepted == (reference.map { !$0.repeatsName } ?? false),
      "accepted \(isAccepted), the second parser: \(String(describing: reference))")
    guard isAccepted, let root = read.tree.root else { return }
    let value = read.tree.json(root)
    for layout in [JSONValue.Layout.compact, .pretty] {
      let text = value.text(layout)
      let again = try? JSONText.parse(Array(text.utf8))
      Finding.unless(again == value, "written as \(text)")
    }
  }
}

extension FuzzTarget {
  /// The XML parser and property lists: checks positions, and that strings are those in the file.
  static let xml = FuzzTarget("xml", maximumLength: 4_096) {
    try Seeds.files("Tests/Fixtures/import", ".xml", ".plist", ".entitlements", ".xcscheme")
  } run: { bytes in
    let source = SourceFile(name: "f.xml", bytes: bytes)
    let read = XMLReader.read(source, file: FileID(0))
    var open = read.tree.root.map { [($0, SourceSpan(0, bytes.count))] } ?? []
    func check(_ text: XMLValue, _ outer: SourceSpan) {
      Finding.unless(outer.contains(text.span), "\(text.span) is not within \(outer)")
      Finding.unless(
        !text.isVerbatim || ExactString(source.text(text.span)) == text.text,
        "the text at \(text.span) differs from the file")
    }
    while let (element, outer) = open.popLast() {
      let span = element.span
      Finding.unless(outer.contains(span), "\(span) is not within \(outer)")
      for attribute in element.attributes { check(attribute.value, span) }
      for content in element.contents {
        switch content {
        case .element(let child): open.append((child, span))
        case .text(let text): check(text, span)
        }
      }
    }
    for finding in read.diagnostics {
      Finding.unless(finding.location.span.end <= bytes.count, "\(finding.location.span)")
    }
    let list = PropertyListReader.read(source, file: FileID(0))
    let problems = TreeProblems.problems(list.tree, list.diagnostics)
    Finding.unless(problems.isEmpty, "\(problems)")
  }

  /// Xcode project files.
  static let openStep = FuzzTarget("open-step", maximumLength: 8_192) {
    try Seeds.files("Tests/Fixtures/import", ".pbxproj")
  } run: { bytes in
    let read = OpenStepReader.read(
      SourceFile(name: "project.pbxproj", bytes: bytes), file: FileID(0))
    let problems = TreeProblems.problems(read.tree, read.diagnostics)
    Finding.unless(problems.isEmpty, "\(problems)")
  }
}

extension FuzzTarget {
  /// Compares the scanner of log lines with the second JSON parser.
  static let scanner = FuzzTarget("scanner", maximumLength: 1_024) {
    try Seeds.logs().flatMap { $0.split(separator: 0x0A).map(Array.init) }
  } run: { bytes in
    let line = bytes.filter { $0 != 0x0A }
    let expected = ReferenceLine(line)
    var scanner = LineScanner()
    let problem = scanner.scan(line[...])
    Finding.unless(
      (problem == nil) == (expected != nil),
      "\(problem?.rawValue ?? "accepted"), the other reader \(String(describing: expected))")
    guard problem == nil, let expected else { return }
    for (name, field) in LogFormat.ndjson.names {
      Finding.unless(scanner.has(field) == (expected.fields[name] != nil), name)
      let text = scanner.text(field).map { Array($0.utf8) }
      Finding.unless(text == (expected.fields[name] ?? nil), "\(name): \(String(describing: text))")
    }
  }
}

extension FuzzTarget {
  /// URIs and small parsers: joined components must be the original string, and encoded strings
  /// must be decoded to the original.
  static let uri = FuzzTarget("uri", maximumLength: 512) {
    try
      (Seeds.column("uri_json", of: "redirect_uris.tsv")
      + Seeds.files("Tests/Vectors", "urltestdata.json").flatMap { bytes in
        String(decoding: bytes, as: UTF8.self).matches(of: #/"input": "([^"\\]*)"/#).map {
          String($0.output.1)
        }
      })
      .map { Array($0.utf8) }
  } run: { bytes in
    let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
    Finding.unless((DisplayText.firstInvalidByte(of: bytes) == nil) == isUTF8, "UTF-8: \(isUTF8)")
    let text = ExactString(decoding: bytes)
    splits(text)
    let encoded = PercentEncoding.encode(text.string)
    for plusIsSpace in [true, false] {
      let decoded = PercentEncoding.decode(
        encoded.utf8, plusIsSpace: plusIsSpace, malformed: .refuse)
      Finding.unless(decoded == Array(text.utf8), "percent encoding \(encoded)")
      _ = PercentEncoding.decode(bytes, plusIsSpace: plusIsSpace, malformed: .keep)
    }
    if let decoded = Base64.decode(bytes) {
      Finding.unless(Base64.decode(Base64.encode(decoded).utf8) == decoded, "Base64 \(text)")
    }
    _ = Base64URL.decode(bytes)
    _ = Glob(text).matches(["a", text.string])
    _ = DisplayText.quoted(text.string)
    if case .fingerprint(let fingerprint) = Fingerprint.read(text) {
      Finding.unless(Fingerprint(ExactString(fingerprint.text)) == fingerprint, "\(text)")
    }
  }

  /// RFC 3986: section 5.3 joins the components that appendix B splits.
  private static func splits(_ text: ExactString) {
    let parts = URIParts(text)
    var again: [UInt8] = []
    if let scheme = parts.scheme { again += parts.bytes(scheme) + [UInt8(ascii: ":")] }
    if let authority = parts.authority {
      again += Array("//".utf8) + parts.bytes(authority)
      var inner: [UInt8] = []
      if let user = parts.userinfo { inner += parts.bytes(user) + [UInt8(ascii: "@")] }
      inner += parts.host.map { Array(parts.bytes($0)) } ?? []
      if let port = parts.port { inner += [UInt8(ascii: ":")] + parts.bytes(port) }
      Finding.unless(inner == Array(parts.bytes(authority)), "authority of \(text)")
    }
    again += parts.bytes(parts.path)
    if let query = parts.query { again += [UInt8(ascii: "?")] + parts.bytes(query) }
    if let fragment = parts.fragment { again += [UInt8(ascii: "#")] + parts.bytes(fragment) }
    Finding.unless(again == Array(text.utf8), "\(text) split to \(again)")
    // Appendix B: a scheme ends at the first of these characters, if it is a colon.
    let first = text.utf8.firstIndex { ":/?#".utf8.contains($0) }
    let hasColon = first.map { text.utf8[$0] == UInt8(ascii: ":") } ?? false
    Finding.unless(parts.scheme == nil || hasColon, "scheme of \(text)")
    let url = URLParts(text)
    Finding.unless(url.path == parts.text(parts.path), "path of \(text)")
  }
}

extension FuzzTarget {
  /// Compares the query parser in both modes with the second one.
  static let query = FuzzTarget("query", maximumLength: 512) {
    try Seeds.column("query_json", of: "query_strings.tsv").map { Array($0.utf8) }
  } run: { bytes in
    let text = ExactString(decoding: bytes)
    for mode in [QueryReader.Mode.form, .universalLink] {
      let found = read(text, mode)
      let expected = reference(text.string, plusIsSpace: mode == .form)
      Finding.unless(found == expected, "\(found), the other reader \(expected)")
    }
  }

  private static let names = ReferenceReader.known.filter { $0 != "user_locale" }

  private static func read(_ text: ExactString, _ mode: QueryReader.Mode) -> [String] {
    do throws(UnreadableRequest) {
      let found = try QueryReader.read(text, mode: mode)
      let values = [
        found.clientID, found.redirectURI, found.responseType, found.scope, found.state,
        found.codeChallenge, found.codeChallengeMethod,
      ]
      return values.map { $0.text.map { "\(Array($0.utf8))" } ?? "missing" }
    } catch {
      return switch error {
      case .malformed: ["malformed"]
      case .duplicate: ["duplicate"]
      }
    }
  }

  private static func reference(_ text: String, plusIsSpace: Bool) -> [String] {
    do {
      let found = try ReferenceReader.read(text, plusIsSpace: plusIsSpace)
      return names.map { name in found[name].map { "\(Array($0.utf8))" } ?? "missing" }
    } catch ReferenceReader.Refusal.duplicate {
      return ["duplicate"]
    } catch {
      return ["malformed"]
    }
  }
}
