import Foundation
import LinkPolicy
import PolicyDecision
import PolicyModel
import PolicyText
import ProjectTestSupport
import Testing

/// Imports files of authorization servers, and generates them again.
enum ServerImport {
  /// Imports one file for prod.
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

  /// Returns the clients of a policy in prod.
  static func clients(_ text: String) -> [CompiledClient] {
    CompiledPolicy(Workspace(text)).clients[.prod] ?? []
  }

  /// Returns the files that a target generates for a policy, without the page next to them. For
  /// Cognito, returns the server's responses to these files.
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

  /// Returns the response of `describe-user-pool-client`, which contains a secret that only Cognito
  /// knows.
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

  /// Adds missing client IDs to a policy, because clients without an ID are not compiled.
  static func withIDs(_ text: String) -> String {
    let lines = text.components(separatedBy: "\n")
    return lines.indices.map { index in
      let isLacking =
        lines[index].hasPrefix("    type: ") && lines.indices.contains(index + 1)
        && !lines[index + 1].hasPrefix("    client_id")
      return isLacking ? lines[index] + "\n    client_id: { prod: id-\(index) }" : lines[index]
    }.joined(separator: "\n")
  }

  /// Removes comments, and variable names that depend on client names.
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

/// Finds URIs in a source without parsing it.
enum SourceURIs {
  /// Finds strings with `://` between quotes, whitespace and brackets. A name with `=` in front is
  /// not included.
  static func find(in bytes: [UInt8]) -> [Range<Int>] {
    var bytes = bytes
    // Escapes and separators, replaced by spaces so that positions don't change.
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

  /// Whether a URI belongs to a server, issuer or provider, not to a client.
  static func isNone(of name: String, _ address: String) -> Bool {
    let others: [ExactString] = [
      "http://127.0.0.1:5556/dex", "https://dex.lumen.example",
      "https://accounts.google.com/o/oauth2/auth", "https://oauth2.googleapis.com/token",
      // The base of later relative URIs.
      "https://shop.staging.lumen.example", "https://shop.lumen.example",
      // Issuers, documentation, and the app's own server.
      "https://sso.lumen.example", "https://sso.lumen.example/realms/lumen",
      "https://docs.amplify.aws", "https://kratos.lumen.example/",
      "https://fusion.lumen.example",
    ]
    return others.contains(ExactString(address)) || name == "terraform-main.tf"
  }
}
