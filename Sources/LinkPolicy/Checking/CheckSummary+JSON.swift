import PolicySourceTree
import PolicyText

extension CheckSummary {
  /// The version of the lines.
  static let schemaVersion = 1

  /// One line that says which part this is and how many files it has, then one line for each file
  /// (`Schemas/summary.schema.json`). Lines of several parts may be put together in any order.
  public var text: String {
    var hash = FNV64()
    for file in files {
      for byte in file.path.utf8 { hash.add(byte) }
      for byte in FNV64.digits(of: file.content).utf8 { hash.add(byte) }
    }
    let part = JSONValue.string(FNV64.digits(of: hash.value))
    let head: JSONValue = [
      "schemaVersion": .int(Self.schemaVersion), "part": part, "files": .int(files.count),
    ]
    var text = head.text() + "\n"
    for file in files {
      let line: JSONValue = [
        "part": part, "path": .string(file.path), "type": .string(file.kind.rawValue),
        "explicit": .bool(file.isExplicit), "content": .string(FNV64.digits(of: file.content)),
        "findings": .bool(file.hasFindings),
        "facts": .array(file.facts.map { .string(FNV64.digits(of: $0)) }),
      ]
      text += line.text() + "\n"
    }
    return text
  }

  /// Why some lines are no summaries; one line for people.
  public struct Problem: Error, Sendable {
    /// Lower case, no period.
    public var message: String
  }

  /// The parts whose lines were read so far.
  public struct Reader: Sendable {
    private var counts: [String: Int] = [:]
    private var files: [String: [File]] = [:]
    /// In the order in which they were met.
    private var order: [String] = []

    /// Of no lines.
    public init() {}

    /// Reads lines of one part or of several.
    public mutating func read(_ bytes: [UInt8]) throws(Problem) {
      var number = 0
      for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
        number += 1
        guard !line.allSatisfy({ $0 <= 0x20 }) else { continue }
        if let fault = read(Array(line)) { throw Problem(message: "line \(number): \(fault)") }
      }
    }

    /// What is wrong with a line; nil for nothing.
    private mutating func read(_ line: [UInt8]) -> String? {
      let json: JSONValue
      do throws(JSONText.Problem) {
        json = try JSONText.parse(line)
      } catch {
        return error.message
      }
      guard let part = json["part"]?.stringValue else {
        return "this is no line of `validate --summary`"
      }
      if counts[part] == nil, files[part] == nil { order.append(part) }
      guard let version = json["schemaVersion"] else {
        guard let file = File(json) else { return "the file is not described whole" }
        files[part, default: []].append(file)
        return nil
      }
      guard version.integer == schemaVersion else {
        return "the summary has schema version \(UTF8Text.quoted(version.text())), "
          + "this linkpolicy merges version \(schemaVersion)"
      }
      guard let count = json["files"]?.integer, count >= 0 else {
        return "the number of files is missing"
      }
      counts[part] = count
      return nil
    }

    /// The parts; throws where lines are missing.
    public func parts() throws(Problem) -> [CheckSummary] {
      var parts: [CheckSummary] = []
      for part in order {
        // The same part may have been handed over twice.
        var seen: Set<ExactString> = []
        let files = (files[part] ?? []).filter { seen.insert(ExactString($0.path)).inserted }
        guard let count = counts[part] else {
          throw Problem(message: "the first line of part \(UTF8Text.quoted(part)) is missing")
        }
        guard count == files.count else {
          throw Problem(
            message: "part \(UTF8Text.quoted(part)) has \(count) files, "
              + "but lines of \(files.count) are there")
        }
        parts.append(CheckSummary(files: files))
      }
      return parts
    }
  }
}

extension CheckSummary.File {
  /// nil where something is missing or is not what it must be.
  fileprivate init?(_ json: JSONValue) {
    guard let path = json["path"]?.stringValue,
      let kind = json["type"]?.stringValue.flatMap({ InputKind(rawValue: $0) }),
      case .bool(let isExplicit)? = json["explicit"],
      let content = json["content"]?.stringValue.flatMap({ UInt64($0, radix: 16) }),
      case .bool(let hasFindings)? = json["findings"], let items = json["facts"]?.items
    else { return nil }
    let facts = items.compactMap { $0.stringValue.flatMap { UInt64($0, radix: 16) } }
    guard facts.count == items.count else { return nil }
    self.init(
      path: path, kind: kind, isExplicit: isExplicit, content: content, hasFindings: hasFindings,
      facts: facts)
  }
}
