import PolicyModel
import PolicyImport
import PolicyText

/// The files by which a team begins.
public enum StarterPolicy {
  /// A small policy that validates and explains itself, for a repository in which nothing was found.
  public static func text(named name: String) -> String {
    """
    # Who may sign in where. `linkpolicy validate` checks this file, `linkpolicy generate` writes the files
    # that must agree with it, `linkpolicy flow` runs every sign-in that it promises.
    linkpolicy: 1
    name: \(YAMLScalar.text(ExactString(name), isFlow: false))

    # OAuth clients of your authorization server.
    clients:
      website:
        provider: generic
        type: web
        # One value for both environments, or one for each.
        client_id: { prod: website, sandbox: website-sandbox }
        # Where the secret is kept, never the secret itself.
        client_secret: { env: WEBSITE_SECRET }
        # Compared byte by byte: write each as it is sent.
        redirect_uris:
          prod:
            - https://\(name).example/oauth/callback
          sandbox:
            - https://sandbox.\(name).example/oauth/callback
        pkce: required

    """
  }

  /// A configuration for a repository that has its policies in `Policies/`.
  public static let configuration = """
    # Settings of linkpolicy for this repository.
    linkpolicy_config: 1
    policies: [Policies/]

    """

  /// Hooks that check policies before a commit, with the linkpolicy on the `PATH`.
  public static let hooks = """
    repos:
      - repo: local
        hooks:
          - id: linkpolicy-validate
            name: sign-in policies are sound
            entry: linkpolicy validate
            language: system
            pass_filenames: false
            files: (\\.ya?ml|apple-app-site-association|assetlinks\\.json)$

    """

  /// A name that a policy can have, from that of a directory.
  public static func name(from directory: String) -> String {
    let last = directory.utf8.split(separator: UInt8(ascii: "/")).last
    let name = last.map { ExactString(decoding: $0) } ?? "policy"
    let word = ASCII.lowercased(ExactString(PolicyNames.cut(name)))
    // A name of a host, too: the example of an address is made of it.
    let bytes = word.utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: ".") }
    return bytes.isEmpty ? "policy" : String(decoding: bytes, as: UTF8.self)
  }
}
