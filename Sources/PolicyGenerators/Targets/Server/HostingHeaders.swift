import PolicyText

/// The form of `_headers` that Netlify and Cloudflare Pages share: a path, then its headers, indented.
enum HostingHeaders {
  static func text(_ served: ServedHosts, _ header: GeneratedHeader) -> String {
    "# \(header.text)\n"
      + served.paths.map { "\($0)\n  Content-Type: application/json\n" }.joined()
  }

  /// The headers as Vercel and Firebase Hosting take them in JSON.
  static func json(_ served: ServedHosts) -> JSONValue {
    .array(
      served.paths.map { path in
        [
          "source": .string(path),
          "headers": [["key": "Content-Type", "value": "application/json"]],
        ]
      })
  }
}
