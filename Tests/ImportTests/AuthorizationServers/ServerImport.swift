import Foundation
import LinkPolicy
import PolicyDecision
import PolicyText
import PolicyModel
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
