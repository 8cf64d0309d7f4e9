import Foundation
import PolicyText
import PolicyImport
import PolicyModel
import PolicyTestSupport

/// Files of authorization servers with quirks of real ones, in `Tests/Fixtures/import/servers`.
enum ServerFixtures {
  /// The file names. The part before the first hyphen is the start of the format's name.
  static let names: [String] = {
    let folder = Fixtures.root.appending(path: "Tests/Fixtures/import/servers")
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }()

  static func bytes(_ name: String) throws -> [UInt8] {
    let url = Fixtures.root.appending(path: "Tests/Fixtures/import/servers/\(name)")
    return [UInt8](try Data(contentsOf: url))
  }

  /// Returns a fixture as the only source of an import.
  static func source(
    _ bytes: [UInt8], named name: String, options: ImportOptions = ImportOptions()
  ) -> ImportSource {
    ImportLibrary(options: options).add(SourceFile(name: name, bytes: bytes))
  }

  /// Returns the detected format of a source.
  static func kind(of source: ImportSource) -> (any ImportFormat.Type)? {
    if case .format(let kind) = ImportRun.detect(source) { kind } else { nil }
  }

  /// Describes the values and findings of a file, with the bytes at each location.
  static func report(_ source: ImportSource) -> String {
    var run = ImportRun()
    run.read(source, isNamed: true)
    let imported = run.imported
    let secrets = secrets(imported, source)
    var lines = ["kind: \(kind(of: source)?.name ?? "none")"]
    for fact in imported.values {
      let hints = fact.context.map { $0.hints.map { "\($0.kind.rawValue) \($0.name)" } } ?? []
      lines.append(
        "\(text(fact.subject)) \(fact.key.path.joined(separator: ".")) = \(text(fact.value))"
          + "  ← \(place(fact.location, source, isSecret: isSecret(fact.value), secrets))"
          + (hints.isEmpty ? "" : " (\(hints.joined(separator: ", ")))"))
    }
    for name in imported.names { lines.append("\(text(name.subject)) is called \(name.name)") }
    for thing in imported.skipped {
      lines.append(
        "skipped \(thing.name): \(thing.reason)  ← \(place(thing.location, source, secrets))")
    }
    for finding in run.findings + imported.findings {
      lines.append(
        "\(finding.severity) \(finding.rule): \(finding.message)"
          + "  ← \(place(finding.location, source, secrets))")
      if let help = finding.help { lines.append("  help: \(help)") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Locations of secrets, which must not be printed.
  static func secrets(_ imported: ImportedValues, _ source: ImportSource) -> [SourceSpan] {
    (imported.secrets + source.secrets).map(\.span)
  }

  private static func isSecret(_ value: ImportedContent) -> Bool {
    if case .secret = value { true } else { false }
  }

  private static func text(_ subject: ImportSubject) -> String {
    switch subject {
    case .client(let id): "client \(id)"
    case .app(.apple(let id)), .app(.android(let id)): "app \(id)"
    case .googleOnWeb(let id): "google-web \(id)"
    case .firebase(let id): "firebase \(id.map(\.string) ?? "-")"
    case .apple: "apple"
    default: "\(subject)"
    }
  }

  private static func text(_ value: ImportedContent) -> String {
    switch value {
    case .text(let text): DisplayText.quoted(text.string)
    case .boolean(let flag): "\(flag)"
    case .app(let app): "app \(app.identifier?.string ?? "?")"
    case .secret(let reference): reference.map { "secret in \($0.key) \($0.name)" } ?? "secret"
    case .link: "link"
    }
  }

  /// Returns line, column and the bytes there.
  private static func place(
    _ location: SourceLocation, _ source: ImportSource, isSecret: Bool = false,
    _ secrets: [SourceSpan]
  ) -> String {
    let position = source.file.position(of: location.span.start)
    var bytes = source.file.bytes[location.span.start..<location.span.end]
    for secret in secrets {
      for index in bytes.indices where index >= secret.start && index < secret.end {
        bytes[index] = UInt8(ascii: ".")
      }
    }
    let shown = String(decoding: bytes.prefix(60), as: UTF8.self)
    let text =
      isSecret
      ? "…" : DisplayText.quoted(DisplayText.visible(shown)) + (bytes.count > 60 ? "…" : "")
    return "\(position.line):\(position.column) \(text)"
  }
}
