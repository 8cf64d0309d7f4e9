import Foundation
import LinkPolicy
import PolicyImport
import PolicyTestSupport
import Testing

/// What an import of clients must never do, over the fixtures of all kinds.
struct ServerPropertyTests {
  /// The fixtures that have clients of our server.
  static let names = ServerFixtures.names.filter {
    !$0.hasPrefix("google-client") && !$0.hasSuffix(".tf")
  }

  @Test(arguments: names)
  func `a policy lets through what the server did, and nothing else`(name: String) throws {
    let bytes = try ServerFixtures.bytes(name)
    let result = ServerImport.run(bytes, named: name)
    let clients = ServerImport.clients(ServerImport.withIDs(result.text))
    var run = ImportRun()
    run.read(ServerFixtures.source(bytes, named: name), isNamed: true)
    // What the source lists for each client, patterns left out.
    var listed: [ExactString: [ExactString]] = [:]
    for fact in run.imported.values {
      guard case .client(let id) = fact.subject, fact.key.path == ["redirect_uris"],
        case .text(let uri) = fact.value
      else { continue }
      listed[id, default: []].append(uri)
    }
    let mutations = try AddressMutations()
    let requests = Set(listed.values.joined().flatMap { mutations.mutations(of: $0) })
    let all = Set(listed.values.joined())
    var allowed = 0
    for client in clients {
      for request in requests {
        guard let match = client.redirectURI(matching: request) else { continue }
        allowed += 1
        #expect(match.isLoopback || all.contains(request) || request.utf8.contains("eu".utf8))
        // Of this client, not of another.
        let own = listed[client.clientID.value] ?? listed[client.key] ?? Array(all)
        #expect(
          match.isLoopback || own.contains(match.entry.value)
            || match.entry.value.utf8.contains(".eu.".utf8), "\(request) of \(client.key)")
      }
    }
    // Each address that the policy does not have stands in a finding.
    let kept = Set(clients.flatMap(\.redirectURIs).map(\.value))
    let messages = result.report.diagnostics.map { ExactString($0.message) }
    for uri in all where !kept.contains(uri) && SourceVariable.first(in: uri) == nil {
      #expect(
        messages.contains { $0.utf8.contains(uri.utf8) } || !isPlaced(uri, result),
        "\(uri) is in no finding")
    }
    #expect(allowed > 0 || listed.isEmpty, "\(result.text)")
  }

  /// False for an address of a client that lacks what every client has.
  private func isPlaced(_ uri: ExactString, _ result: SourceImport) -> Bool {
    !result.text.utf8.contains(uri.utf8)
  }

  @Test(arguments: ServerFixtures.names)
  func `no secret is in any output`(name: String) throws {
    let output = ServerImport.output(
      ServerImport.run(try ServerFixtures.bytes(name), named: name))
    for secret in ServerKindTests.secrets {
      #expect(!output.utf8.contains(secret.utf8), "\(secret)")
    }
  }

  @Test(arguments: ServerFixtures.names)
  func `line endings do not count`(name: String) throws {
    let bytes = try ServerFixtures.bytes(name)
    guard !bytes.contains(UInt8(ascii: "\r")) else { return }
    let other = bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    #expect(
      ServerImport.run(other, named: name).text == ServerImport.run(bytes, named: name).text)
  }

  @Test(arguments: ServerFixtures.names)
  func `the written policy has no errors but those that are said`(name: String) throws {
    let result = ServerImport.run(try ServerFixtures.bytes(name), named: name)
    guard !result.isEmpty else { return }
    let workspace = ServerImport.clients(result.text)
    let errors = result.report.diagnostics.filter {
      $0.severity == .error && !$0.rule.rawValue.hasPrefix("import-")
    }
    // What only somebody else knows: the ID of a client, the app of a link.
    let known = ["missing-key", "app-flip-app-missing"]
    for error in errors { #expect(known.contains(error.rule.rawValue), "\(error.message)") }
    // A client without redirect URIs waits for somebody to fill them in.
    let waits = result.report.diagnostics.contains { $0.rule == "to-fill-in" }
    #expect(!workspace.isEmpty || !errors.isEmpty || waits || name.hasPrefix("google"))
  }
}
