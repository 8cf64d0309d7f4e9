/// The ways to write a secret in a policy.
package enum SecretForms {
  /// Keys of secrets: the policy language's, and their usual variants and misspellings.
  package static let names = [
    "client_secret", "client_secret", "secret", "password", "api_key", "token",
    "client_secret_value", "Client_Secret", "CLIENT_SECRET", "client-secret", "clientSecret",
    "ClientSecret", "client_secert", "clientsecret", "client_secrets", "x-secret",
    "x-db-password", "apiKey", "API-KEY", "access_token", "refresh-token", "passphrase",
    "signing_key", "private_key", "privateKey", "db_pasword", "x-api-tokens", "my_token_value",
    "\"client secret\"", "'secret'", "cl\u{456}ent_secret", "SECRET_KEY", "id_token", "pwd",
  ]

  /// Lines of YAML with a key and a secret.
  package typealias Form = @Sendable (_ name: String, _ secret: String) -> [String]

  /// Valid ways to write a value after a key.
  package static let forms: [Form] = [
    { ["\($0): \($1)"] }, { ["\($0): '\($1)'"] }, { ["\($0): \"\($1)\""] },
    { ["\($0): !!str \($1)"] }, { ["\($0): !\($1) x"] }, { ["\($0): !\($1)"] },
    { ["\($0): !<\($1)> x"] }, { ["\($0): &a \($1)"] }, { ["\($0): &\($1) x"] },
    { ["\($0): &\($1)"] }, { ["\($0): *\($1)"] }, { ["\($0): {\($1)}"] },
    { ["\($0): { value: \($1) }"] }, { ["\($0): { \($1): x }"] }, { ["\($0): {{ \($1) }}"] },
    { ["\($0): {{\($1)}}"] }, { ["\($0): \"{{ \($1) }}\""] }, { ["\($0): ${{ \($1) }}"] },
    { ["\($0): [\($1)]"] }, { ["\($0): [[\($1)], {a: \($1)}]"] },
    { ["\($0): { env: { a: \($1) } }"] }, { ["\($0): { env: '\($1)!' }"] },
    { ["\($0): { file: [\($1)] }"] }, { ["\($0): { secret: GOCSPX-\($1) }"] },
    { ["\($0): { enf: \($1) }"] }, { ["\($0): |", "  \($1)"] }, { ["\($0): |-", "  \($1)"] },
    { ["\($0): >", "  \($1)", "", "  \($1)"] }, { ["\($0): |2", "    \($1)", "  \($1)"] },
    { ["\($0): >+ # note", "  \($1)", ""] }, { ["\($0):", "  \($1)"] },
    { ["\($0): \($1)", "  \($1)"] }, { ["\($0): \"\($1)", "  \($1)\""] },
    { ["\($0): '\($1)", "", "  \($1)'"] }, { ["\($0): \"\($1)\\", "  \($1)\""] },
    { ["\($0):", "  - \($1)"] }, { ["\($0):", "- \($1)"] },
    { ["\($0):", "  value: \($1)", "  other: \($1)"] },
    { ["\($0): { prod: \($1), sandbox: \($1) }"] }, { ["\($0): { production: \($1) }"] },
    { ["\($0): { prod: { env: A }, live: \($1) }"] }, { ["\($0):", "  prod: !x \($1)"] },
    { ["\($0): { prod: \($1), prod: \($1) }"] }, { ["\($0): \($1)", "\($0): \($1)"] },
    { ["\($0): { env: A }", "\($0): \($1)"] }, { ["? \($0)", ": \($1)"] },
    { ["? \($0)", ": - \($1)"] }, { ["\($0): \($1) # why"] },
    { ["\($0): !a &b \($1)"] }, { ["\($0): &b !a '\($1)'"] },
    { ["\($0): -----BEGIN \($1)-----"] }, { ["<<: { \($0): \($1) }"] },
    { ["<<:", "  \($0): \($1)"] }, { ["x-shared: &s \($1)", "\($0): *s"] },
    { ["\($0): &s \($1)", "description: *s"] }, { ["\($0): &s \($1)", "client_id: *s"] },
    { ["\($0): &s \($1)", "scopes: [*s]", "redirect_uris: { prod: [*s] }"] },
    { ["x-shared: &\($1) value", "\($0): *\($1)"] }, { ["notes: { \($0): \($1) }"] },
    { ["x-notes:", "  - \($0): \($1)"] }, { ["client_id: { \($0): \($1) }"] },
    { ["# \($0): \($1)"] }, { ["scopes: [a] # \($0)=\($1)"] },
    { ["\($0): { x-note: a, value: \($1) }"] }, { ["state: { \($0): \($1) }"] },
    { ["\($0): !<tag:yaml.org,2002:str> \($1)"] },
    { ["\($0): !<tag:yaml.org,2002:str> '\($1)'"] },
    { ["\($0): !<tag:yaml.org,2002:str>", "  \($1)"] },
    { ["\($0): !<tag:yaml.org,2002:binary> \($1)"] }, { ["\($0): !<!x> |", "  \($1)"] },
    { ["\($0): |1", " \($1)"] }, { ["\($0): |2-", "  \($1)"] }, { ["\($0): >-", "", "  \($1)"] },
    { ["\($0): |", "      \($1)", "      \($1)"] }, { ["\($0): | # \($1)", "  \($1)"] },
    { ["\($0): { env: A } # \($1)"] }, { ["\($0): # \($1)"] }, { ["\($0): null # \($1)"] },
    { ["\($0): ~ # was \($1)"] }, { ["\($0):", "  # \($1)"] },
    { ["\($0):", "  # \($1)", "  env: A"] }, { ["\($0):", "  env: A # \($1)"] },
    { ["\($0): # \($1)", "  env: A"] }, { ["\($0): # \($1)", "  \($1)"] },
    { ["\($0): { env: A }", "  # \($1)"] }, { ["\($0): { # \($1)", "  env: A }"] },
    { ["\($0): {", "  value:", "    \($1)", "}"] }, { ["\($0): [", "  a,", "  \($1)", "]"] },
    { ["\($0): {value: '\($1)', x: \"\($1)\"}"] },
    { ["x-env:", "  - name: \($0)", "    value: \($1)"] },
    { ["x-env:", "  - value: \($1)", "    name: \($0)"] },
    { ["x-env: [{ name: \($0), value: \($1) }]"] }, { ["x-env: { key: \($0), data: \($1) }"] },
    { ["env: [{ \"name\": \($0), \"value\": \"\($1)\" }]"] },
    { ["x-env:", "  - name: \($0)", "    value: |", "      \($1)"] },
    { ["x-env: { Name: \($0), Value: \($1) }"] },
    { ["x-env: { 'android:name': \($0), 'android:value': \($1) }"] },
    { ["? \($0)", ":", "  \($1)"] }, { ["? \($0)", ": |", "  \($1)"] },
    { ["? &k \($0)", ": \($1)"] }, { ["&k \($0): \($1)"] }, { ["!!str \($0): \($1)"] },
    { ["x-a: { b: { c: [{ \($0): \($1) }] } }"] }, { ["x-a: &x { \($0): \($1) }", "x-b: *x"] },
    { ["\($0): \"\\", "  \($1)\""] }, { ["\($0): '''\($1)'''"] },
    { ["redirect_uris: \"https://lumen.example/?access_token=\($1)\" # \($0)=\($1)"] },
    { ["# \($0) = \($1)"] }, { ["# \($0): '\($1)'", "# \($0)=\"\($1)\""] },
    { ["\($0): \"\\x41\($1)\\u00e9\($1)\""] }, { ["\($0): \"\($1)\u{e9}\u{4e2d}\u{1F600}\($1)\""] },
  ]

  /// Syntax errors before or after a secret, which make the file unreadable.
  package static let breaks: [Form] = [
    { ["\($0): \($1)", "broken: [a"] }, { ["\($0): \"\($1)"] }, { ["\($0): '\($1)", "a: b"] },
    { ["\($0): [\($1)"] }, { ["\($0): { value: \($1)"] }, { ["\($0): { value: \($1) ]"] },
    { ["broken: ]", "\($0): \($1)"] }, { ["broken: \"a", "\($0): \($1)"] },
    { ["\t\($0): \($1)"] }, { ["\($0):\t\($1)", "\tx: y"] }, { ["\($0) \($1)", "a: b"] },
    { ["\($0): \($1): \($1)"] }, { ["\($0): @\($1)"] }, { ["\($0): `\($1)"] },
    { ["\($0): %\($1)"] }, { ["\($0): |", "  \($1)", " \($1)", "broken: ["] },
    { ["\($0):", "   \($1)", "  \($1)", "broken: ]"] }, { ["- \($0): \($1)"] },
    { ["\($0): &a &b \($1)"] }, { ["\($0): !!str !!str \($1)"] }, { ["\($0): *\($1) x"] },
    { ["\($0): \($1)\u{7}"] }, { ["\($0)=\($1)", "a: ]"] },
    { ["\($0): |", "\($1)", "broken: ["] }, { ["\($0):", "\($1)", "broken: ["] },
    { ["\($0): |4", "  \($1)", "broken: ["] }, { ["\($0): >", " \($1)", " \($1)", "a: ["] },
    { ["\($0): # \($1)", "broken: ["] }, { ["\($0): { env: A } # \($1)", "broken: ["] },
    { ["\($0):", "  # \($1)", "broken: ["] },
    { ["x-env:", "  - name: \($0)", "    value: \($1)", "broken: ["] },
    { ["x-env: [{ name: \($0), value: \($1) }", "broken: ["] },
    { ["- name: \($0)", "  type: x", "  value: \($1)", "broken: ["] },
    { ["\($0): !<tag:yaml.org,2002:str> \($1)", "broken: ["] }, { ["? \($0)", ": \($1)", "a: ["] },
    { ["\($0): {", "  value: [", "  \($1)"] }, { ["\"\($0)\": \"\($1)\", ]"] },
    { ["\($0): \"\($1)\" \($1)"] }, { ["\($0): { env: A", "# \($1)"] },
  ]

  /// Letters of which linkpolicy never prints four in a row.
  private static let letters = Array("QXZJKVWqxzjkvw")

  package static func secret(_ random: inout SeededRandom) -> String {
    String((0..<Int.random(in: 8...24, using: &random)).map { _ in random.one(of: letters) })
  }

  /// A policy with lines at one of five positions. Lines nearby have findings, so snippets show the
  /// inserted ones.
  package static func policy(_ lines: [String], place: Int) -> String {
    func block(_ indent: Int, _ wanted: Int) -> String {
      guard place == wanted else { return "" }
      return lines.map { String(repeating: " ", count: indent) + $0 + "\n" }.joined()
    }
    return """
      linkpolicy: 1
      name: lumen
      \(block(0, 0))ownr: somebody
      clients:
        website:
          provider: generic
          type: web
      \(block(4, 1))    client_idd: lumen-web
          client_id: { prod: lumen-web-prod }
          redirect_uris: { prod: ["https://lumen.example/oauth/callback#a", "http://lumen.example/b"] }
      \(block(4, 2))    scope: [devices]
        other:
          provider: generic
          type: web
          client_id: { prod: lumen-other }
          redirect_uris: { prod: ["https://lumen.example/oauth/other"] }
      providers:
        apple:
          platforms: [ios, nope]
      \(block(4, 3))    team_id: lower
      tests:
        - name: a test
      \(block(4, 4))    request: { kind: authorize, query: "client_id=lumen-other" }
          expect: { decision: allow, reason: allowed }

      """
  }

  /// A policy with warnings only.
  package static func warningPolicy(_ lines: [String]) -> String {
    """
    linkpolicy: 1
    name: lumen
    clients:
      other:
        provider: generic
        type: native
        client_id: { prod: lumen-other }
    \(lines.map { "    \($0)\n" }.joined())    redirect_uris: { prod: ["http://127.0.0.1:8080/cb", "http://[::1]:80/cb"] }

    """
  }
}
