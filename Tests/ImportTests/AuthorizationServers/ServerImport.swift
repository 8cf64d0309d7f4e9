import Foundation
import LinkPolicy
import PolicyDecision
import PolicyModel
import PolicyText
import ProjectTestSupport
import Testing

/// Imports of files of servers, and the way back.
enum ServerImport {
  /// An import of one file into prod.
  static func run(
    _ bytes: [UInt8], named name: String, keepsInvalid: Bool = false
  ) -> SourceImport {
    var settings = ImportSettings()
    settings.environment = .prod
    settings.name = "imported"
    settings.keepsInvalid = keepsInvalid
    settings.definitions = [
      (name: "ENV", value: "eu"), (name: "DEX_CLIENT_ID", value: "dex-client"),
      (name: "LOGOUT_URLS", value: #"["https://one.lumen.example/bye"]"#),
      (name: "ORIGINS", value: #"["https://shop.lumen.example"]"#),
    ]
    return SourceImport([SourceFile(name: name, bytes: bytes)], settings: settings)
  }

  /// The clients of a policy in prod.
  static func clients(_ text: String) -> [CompiledClient] {
    CompiledPolicy(Workspace(text)).clients[.prod] ?? []
  }

  /// The files that a target makes of a policy, without the page beside them; of Cognito what it answers
  /// after it was given them.
  static func generated(
    _ text: String, _ target: String
  ) throws -> [(name: String, bytes: [UInt8])] {
    let project = Project([InputFile(name: "Policies/imported.yaml", text: text)])
    let files = try project.generatedFiles(targets: [target], environment: .prod)
      .filter { !$0.path.hasSuffix(".md") }.map { (name: $0.path, bytes: $0.bytes) }
    guard target == "cognito" else { return files }
    return try files.filter { $0.name.hasSuffix(".update.json") }.map { file in
      let created = file.name.replacingOccurrences(of: ".update.", with: ".create.")
      let input = try #require(files.first { $0.name == created })
      return (file.name, try description(created: input.bytes, updated: file.bytes))
    }
  }

  /// `describe-user-pool-client`: the secret is what only Cognito knows.
  private static func description(created: [UInt8], updated: [UInt8]) throws -> [UInt8] {
    func object(_ bytes: [UInt8]) throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }
    var client = try object(updated)
    if try object(created)["GenerateSecret"] as? Bool == true {
      client["ClientSecret"] = "made-by-the-server"
    }
    let answer = try JSONSerialization.data(
      withJSONObject: ["UserPoolClient": client], options: [.sortedKeys, .withoutEscapingSlashes])
    return [UInt8](answer)
  }

  /// Imports files together.
  static func run(_ files: [(name: String, bytes: [UInt8])]) -> SourceImport {
    var settings = ImportSettings()
    settings.environment = .prod
    settings.name = "imported"
    return SourceImport(
      files.map { SourceFile(name: $0.name, bytes: $0.bytes) }, settings: settings)
  }

  /// A policy in which clients have an ID where their source does not say it: without one they exist nowhere.
  static func withIDs(_ text: String) -> String {
    let lines = text.components(separatedBy: "\n")
    return lines.indices.map { index in
      let isLacking =
        lines[index].hasPrefix("    type: ") && lines.indices.contains(index + 1)
        && !lines[index + 1].hasPrefix("    client_id")
      return isLacking ? lines[index] + "\n    client_id: { prod: id-\(index) }" : lines[index]
    }.joined(separator: "\n")
  }

  /// A policy without comments and without the names of variables, which follow from names of clients.
  static func plain(_ text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "\n")).map { String($0) ?? "" }.compactMap { line in
      let code = line.components(separatedBy: " #").first ?? line
      let isCode = code.utf8.contains { $0 != 0x20 }
      return isCode && !code.drop { $0 == " " }.hasPrefix("#") ? code : nil
    }
  }

  /// Everything that a run prints, in every format.
  static func output(_ result: SourceImport) -> String {
    let reporters: [any Reporter] = [
      TextReporter(), JSONReporter(version: "1"), OnelineReporter(), JUnitReporter(),
      CheckstyleReporter(),
    ]
    return reporters.map { $0.render(result.report) }.joined() + result.text
  }
}

/// The addresses of a source by their looks, found without any reader.
enum Addresses {
  /// Texts with `://` between quotes, white space and brackets; a name with `=` in front is not part of them.
  static func find(in bytes: [UInt8]) -> [Range<Int>] {
    var bytes = bytes
    // Escapes and separators of formats, blanked so that places stay.
    for separator in ["\\r", "\\n", "\\t", "##http"] {
      var start = 0
      while let found = bytes.firstRange(of: Array(separator.utf8), from: start) {
        start = found.upperBound
        bytes[found.lowerBound] = 0x20
        bytes[found.lowerBound + 1] = 0x20
      }
    }
    var ranges: [Range<Int>] = []
    var start = 0
    while let found = bytes.firstRange(of: Array("://".utf8), from: start) {
      let isPart: (UInt8) -> Bool = { $0 > 0x20 && !"\"'[],".utf8.contains($0) }
      let before = bytes[..<found.lowerBound].reversed().prefix {
        isPart($0) && $0 != UInt8(ascii: "=")
      }.count
      let after = bytes[found.upperBound...].prefix(while: isPart).count
      ranges.append(found.lowerBound - before..<found.upperBound + after)
      start = found.upperBound + after
    }
    return ranges
  }

  /// Addresses that are no business of a client: of servers, issuers and providers.
  static func isNone(of name: String, _ address: String) -> Bool {
    let others: [ExactString] = [
      "http://127.0.0.1:5556/dex", "https://dex.lumen.example",
      "https://accounts.google.com/o/oauth2/auth", "https://oauth2.googleapis.com/token",
      // The base of the addresses that follow.
      "https://shop.staging.lumen.example", "https://shop.lumen.example",
      // Issuers, documentation and what the app's own server is.
      "https://sso.lumen.example", "https://sso.lumen.example/realms/lumen",
      "https://docs.amplify.aws", "https://kratos.lumen.example/",
      "https://fusion.lumen.example",
    ]
    return others.contains(ExactString(address)) || name == "terraform-main.tf"
  }
}
