package import PolicyText

/// Complete example policies, for documentation and tests.
package enum ExamplePolicy {
  /// The files of an example; a line `# file: NAME` starts another file.
  package static func policies(
    _ example: String, _ kind: RuleInfo.Examples.Kind
  ) -> [String] {
    switch kind {
    case .redirectURI: return [web(prod: example)]
    case .appleAppSiteAssociation, .assetLinks, .importedFiles, .answers: return [example]
    case .policy, .deployedAssetLinks, .siteFiles: break
    }
    var files: [String] = [""]
    for line in example.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.starts(with: "# file: ".utf8) { files.append("") }
      files[files.count - 1] += String(decoding: line, as: UTF8.self) + "\n"
    }
    // The split leaves an empty line after the last newline.
    files[files.count - 1].removeLast()
    return files.filter { !$0.isEmpty }
  }

  /// The value without quotes if YAML allows it. Marks around the value are then marks around the
  /// node.
  private static func scalar(_ uri: String) -> String {
    let isPlain = uri.unicodeScalars.allSatisfy {
      ("!"..."~").contains($0) || $0 == "⟦" || $0 == "⟧"
    }
    return isPlain ? uri : "'\(uri)'"
  }

  /// A policy with one client of our own server.
  static func client(
    _ key: String = "app", type: String = "web", id: String = "{ prod: app-prod }",
    settings: String...
  ) -> String {
    """
    linkpolicy: 1
    name: example
    clients:
      \(key):
        provider: generic
        type: \(type)
        client_id: \(id)

    """ + settings.map { "    \($0)\n" }.joined()
  }

  /// A web client with one redirect URI in prod.
  static func web(prod uri: String) -> String { web(prod: [uri]) }

  /// A web client with several redirect URIs in prod.
  static func web(prod uris: [String]) -> String {
    client(settings: "client_secret: { env: APP_SECRET }", "redirect_uris:", "  prod:")
      + uris.map { "        - \(scalar($0))\n" }.joined()
  }

  /// A native client with redirect URIs in prod.
  static func native(_ uris: String...) -> String {
    client(type: "native", settings: "redirect_uris:", "  prod:")
      + uris.map { "        - \(scalar($0))\n" }.joined()
  }

  /// A client for Google account linking with additional `settings`.
  static func linking(
    prod: [String] = ["https://oauth-redirect.googleusercontent.com/r/acme"],
    sandbox: [String]? = nil, clientID: String = "google-prod", settings: String...
  ) -> String {
    let environments = [("prod", prod)] + (sandbox.map { [("sandbox", $0)] } ?? [])
    return """
      linkpolicy: 1
      name: example
      clients:
        google:
          provider: google-account-linking
          type: web
          client_id: { prod: \(clientID)\(sandbox == nil ? "" : ", sandbox: google-sandbox") }
          client_secret: { env: GOOGLE_SECRET }

      """ + settings.map { "    \($0)\n" }.joined()
        + (settings.contains { $0.contains("pkce:") } ? "" : "    pkce: required\n")
        + (settings.contains { $0.contains("endpoints:") }
          ? "" : "    endpoints: { authorization: https://auth.acme.example/authorize }\n")
        + "    redirect_uris:\n"
        + environments.map { environment, uris in
          "      \(environment):\n" + uris.map { "        - \(scalar($0))\n" }.joined()
        }.joined()
  }

  static func google(redirect: String? = nil, origin: String? = nil) -> String {
    """
    linkpolicy: 1
    name: example
    providers:
      google_sign_in:
        web:
          client_id: { prod: \(GoogleClientIDs.web) }

    """
      + (redirect.map { "      redirect_uris: { prod: [\(scalar($0))] }\n" } ?? "")
      + (origin.map { "      javascript_origins: { prod: [\(scalar($0))] }\n" } ?? "")
  }
}

/// Valid Google client IDs for examples.
enum GoogleClientIDs {
  static let web = "581370246913-k3v9x2m7q0b8n4c6z1l5h7j2g9f4d8s3.apps.googleusercontent.com"
  static let ios = "581370246913-a7d2f8k1m5p9r3t6w0y4b8e2h6j1n5q9.apps.googleusercontent.com"
}

extension RuleInfo.Examples {
  static func policy(
    bad: @autoclosure @escaping @Sendable () -> String,
    good: @autoclosure @escaping @Sendable () -> String
  ) -> Self {
    .init(.policy, makeBad: bad, makeGood: good)
  }

  /// Settings of a client for account linking.
  static func linking(bad: String, good: String) -> Self {
    .policy(
      bad: ExamplePolicy.linking(settings: bad), good: ExamplePolicy.linking(settings: good))
  }

  static func redirectURI(
    bad: @autoclosure @escaping @Sendable () -> String,
    good: @autoclosure @escaping @Sendable () -> String = "https://app.acme.example/callback"
  ) -> Self {
    .init(.redirectURI, makeBad: bad, makeGood: good)
  }

  static func importedFiles(
    bad: @autoclosure @escaping @Sendable () -> String,
    good: @autoclosure @escaping @Sendable () -> String
  ) -> Self {
    .init(.importedFiles, makeBad: bad, makeGood: good)
  }
}
