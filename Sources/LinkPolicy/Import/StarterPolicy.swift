import PolicyModel
import PolicyImport
import PolicyText

/// The files that `init` writes.
public enum StarterPolicy {
  /// A small valid policy with comments and a test, for a repository without files to import.
  public static func text(named name: String) -> String {
    """
    # Sign-in links of this project, for `linkpolicy validate`, `test`, `flow` and `generate`.
    linkpolicy: 1
    name: \(YAMLScalar.text(ExactString(name), isFlow: false))

    # OAuth clients of your authorization server.
    clients:
      website:
        provider: generic
        type: web
        # One value for both environments, or one per environment.
        client_id: { prod: website, sandbox: website-sandbox }
        # A reference to the secret, never the secret itself.
        client_secret: { env: WEBSITE_SECRET }
        # Compared byte by byte: write each URI exactly as apps send it.
        redirect_uris:
          prod: [https://\(name).example/oauth/callback]
          sandbox: [https://sandbox.\(name).example/oauth/callback]
        pkce: required

    tests:
      - name: the website gets a code
        request:
          kind: authorize
          environment: prod
          query: "client_id=website&redirect_uri=https%3A%2F%2F\(name).example%2Foauth%2Fcallback\\
            &response_type=code&state=s&code_challenge_method=S256\\
            &code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        expect: { decision: allow }

    """
  }

  /// The configuration for policies in `Policies/`.
  public static let configuration = """
    # linkpolicy settings for this repository.
    linkpolicy_config: 1
    policies: [Policies/]

    """

  /// pre-commit hooks that validate policies with the linkpolicy on the `PATH`.
  public static let hooks = """
    repos:
      - repo: local
        hooks:
          - id: linkpolicy-validate
            name: validate sign-in policies
            entry: linkpolicy validate
            language: system
            pass_filenames: false
            files: (\\.ya?ml|apple-app-site-association|assetlinks\\.json)$

    """

  /// A valid policy name derived from a directory name.
  public static func name(from directory: String) -> String {
    let last = directory.utf8.split(separator: UInt8(ascii: "/")).last
    let name = last.map { ExactString(decoding: $0) } ?? "policy"
    let word = ASCII.lowercased(ExactString(PolicyNames.valid(name)))
    // The name must also be a valid host label, for the example URIs.
    let bytes = word.utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: ".") }
    return bytes.isEmpty ? "policy" : String(decoding: bytes, as: UTF8.self)
  }
}
