import Foundation
import PolicyText
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// A policy with every provider setting, and the expected output of its code in every language.
enum AppCodeFixture {
  /// A program in `Tests/Fixtures/programs` with these cases instead of its comment `CASES`.
  static func program<Language>(_ name: String, _ cases: [Code<Language>]) throws -> String {
    let text = try Fixtures.program(name)
    let mark = try #require(text.split(separator: "\n").first { $0.hasSuffix(" CASES") })
    let indent = mark.prefix { $0 == " " }
    return text.replacing(mark, with: cases.map { indent + $0.text }.joined(separator: "\n"))
  }

  /// Feature names that are keywords, have no letters, or differ only in case and accents.
  static let workspace = Workspace(
    """
    linkpolicy: 1
    name: home
    apps:
      i: { platform: ios, bundle_id: example.home, team_id: R7KM2QX94T }
      a: { platform: android, package_name: example.home.android, sha256_cert_fingerprints: ["\(HostTests.fingerprint)"] }
      later: { platform: ios, bundle_id: example.later, team_id: R7KM2QX94T, environments: [sandbox] }
    providers:
      google_sign_in:
        ios: { app: i, client_id: c }
        scopes:
          sign_in: [email, profile, openid]
          features:
            backup: [https://www.googleapis.com/auth/drive.file, email]
            "Sign in": [https://www.googleapis.com/auth/calendar]
            class: [https://www.googleapis.com/auth/tasks]
            "2 \u{65E5}": [https://www.googleapis.com/auth/youtube]
            nothing: []
      firebase:
        project_id: { prod: acme, sandbox: acme-sbx }
        email_actions:
          sign_in:
            url: { prod: "https://app.acme.example/finish", sandbox: "http://localhost:5000/finish" }
            handle_code_in_app: true
            ios: { prod: i, sandbox: later }
            android: { app: a, install_if_not_available: true, minimum_version: "12" }
            link_domain: links.acme.example
          reset_password: { url: { prod: "https://app.acme.example/" }, ios: later }
          verify_email: { url: "https://app.acme.example/verify?from=mail#top", android: { app: a } }
      apple:
        platforms: [ios, android, web]
        scopes: [name, email]
        parameters: { locale: fr }
    \(OwnClientRequests.yaml)
    """)

  static var input: GeneratorInput {
    #expect(workspace.structureFindings.map(\.message) == [])
    return GeneratorInput(workspace)
  }

  /// A continue URL and whether it is allowed.
  struct Case {
    var action: CodeName
    var isProd: Bool
    var url: String
    var isAllowed: Bool
  }

  private static let signIn = CodeName("sign", "in")
  private static let resetPassword = CodeName("reset", "password")
  private static let verifyEmail = CodeName("verify", "email")

  static let cases: [Case] = {
    var cases: [Case] = []
    func add(
      _ action: CodeName, isProd: Bool = true, _ isAllowed: Bool, _ start: String, _ ends: [String]
    ) {
      cases += ends.map {
        Case(action: action, isProd: isProd, url: start + $0, isAllowed: isAllowed)
      }
    }
    let finish = "https://app.acme.example/finish"
    add(
      signIn, true, finish,
      [
        "", "/", "?", "/a", "/a/b-c_d~e.f/", "/?x", "?cart=1&x=%20+y%C3%a9", "/a?b=c&d",
        "?email=user@example.com", "/?email=user@example.com", "?next=/cart/7", "#/cart",
        "/a#/cart",
        "?q=a,b:c;d", "?a=!$'()*", "#x", "#", "?x#y", "?x=/", "?x?y", "?x#a?b%2F",
        "/" + String(repeating: "x", count: 2_048 - finish.utf8.count - 1),
      ])
    add(
      signIn, false, finish,
      [
        "ing", "/../admin", "/..", "/./x", "/.well-known", "//evil.example", "/a//b", "/%2e%2e/a",
        "/a%2Fb", "/a\\b", "\\@evil.example", "#x#y", "?x#%2", "#a b", "?x=%2", "?x=%zz", "?x=%",
        "?x=a b", "?x=[1]", "?x={a}", "?x=a|b", "#\u{E9}", "?x=a\\b", "#\n",
        "?x=\"", "/a\n", "\n", "?x\n", "/\0", "/\u{E9}", "/\u{2028}", "@evil.example",
        ".evil.example/", ":8443", "/a;b", "/a:b", "/a@b",
        "/" + String(repeating: "x", count: 2_048 - finish.utf8.count),
      ])
    add(
      signIn, false, "",
      [
        "", "/", "finish", "https://app.acme.example", "https://app.acme.example/",
        "https://app.acme.example/fin", "HTTPS://app.acme.example/finish",
        "https://APP.acme.example/finish", "http://app.acme.example/finish",
        "https://app.acme.example:443/finish", "https://app.acme.example.evil.example/finish",
        "https://app.acme.example@evil.example/finish", "https://evil.example/finish",
        "https://evil.example/https://app.acme.example/finish", " https://app.acme.example/finish",
        "javascript:alert(1)", "http://localhost:5000/finish",
      ])
    add(signIn, isProd: false, true, "http://localhost:5000/finish", ["", "/x?y=1"])
    add(signIn, isProd: false, false, finish, ["", "/x"])
    add(signIn, isProd: false, false, "http://localhost:50000/finish", [""])
    add(resetPassword, true, "https://app.acme.example/", ["", "x", "x/y?z", "?z"])
    add(
      resetPassword, false, "https://app.acme.example", ["", "?x", "//x", "/.x", ".evil/", "/x//"])
    add(resetPassword, isProd: false, false, "https://app.acme.example/", ["", "x"])
    add(
      verifyEmail, true, "https://app.acme.example/verify",
      ["", "?from=mail#top", "?a", "/x", "?from=mail#", "#top"])
    add(verifyEmail, false, "https://app.acme.example/verify", ["x", "x#top"])
    return cases
  }()

  /// One line for each case.
  static let answers = cases.map { $0.isAllowed ? "1\n" : "0\n" }.joined()

  /// Settings in every language: URL, code in app, bundle ID, package, install, version, link
  /// domain.
  static let settings = """
    https://app.acme.example/finish|true|example.home|example.home.android|true|12|links.acme.example
    https://app.acme.example/finish/a?b|true|example.home|example.home.android|true|12|links.acme.example
    http://localhost:5000/finish|true|example.later|example.home.android|true|12|links.acme.example
    https://app.acme.example/|false|null|null|false|null|null
    https://app.acme.example/verify?from=mail#top|false|null|example.home.android|false|null|null
    none
    none

    """

  /// Writes a target's files below a folder.
  static func write(
    _ target: String, _ input: GeneratorInput = Self.input, to directory: URL
  ) throws {
    for file in try GeneratorRegistry.files(for: input, targets: [target]) {
      let parts = file.path.split(separator: "/").dropFirst(2)
      let url = directory.appending(path: parts.joined(separator: "/"))
      try Data(file.bytes).write(withFolderTo: url)
    }
  }

  /// Writes a program.
  static func write(_ text: String, as name: String, to directory: URL) throws {
    let url = directory.appending(path: name)
    try Data(text.utf8).write(withFolderTo: url)
  }

  /// Reads a file with SDK declarations.
  static func fixture(_ path: String) -> String {
    Fixtures.root.appending(path: "Tests/Fixtures/firebase/\(path)").path
  }

  /// Policies in which every value tries to break out of its literal.
  static func hostile() -> GeneratorInput {
    func yaml(_ text: String) -> String {
      let scalars = text.unicodeScalars.map { scalar in
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
      return "\"" + scalars.joined() + "\""
    }
    let texts = CodeTests.hostile.filter { !$0.isEmpty && !$0.contains("\n") }
    let all = texts.joined()
    // A YAML key has at most 1,024 characters.
    let names = texts.filter { $0.utf8.count < 100 }
    let parameters = names.map { "\(yaml($0)): \(yaml($0 + all))" }.joined(separator: ", ")
    let features = names.map { "\(yaml($0)): [\(yaml($0))]" }.joined(separator: ", ")
    let workspace = Workspace(
      """
      linkpolicy: 1
      name: hostile
      apps:
        i: { platform: ios, bundle_id: \(yaml(all)), team_id: R7KM2QX94T }
        a: { platform: android, package_name: \(yaml(all)) }
      providers:
        google_sign_in: { scopes: { sign_in: [\(yaml(all))], features: { \(features) } } }
        firebase:
          project_id: acme
          email_actions:
            sign_in:
              url: \(yaml("https://h.example/" + all))
              ios: i
              android: { app: a, minimum_version: \(yaml(all)) }
              link_domain: \(yaml(all))
        apple: { platforms: [ios, android, web], scopes: [name], parameters: { \(parameters) } }
      authorization_server:
        issuer: \(yaml("https://h.example/" + all))
        endpoints: { authorization: \(yaml("https://h.example/" + all.replacing("#", with: ""))) }
      clients:
        own: { provider: generic, type: native, client_id: \(yaml(all)), redirect_uris: [\(texts.map { yaml("h:/" + $0) }.joined(separator: ", "))], scopes: [\(yaml(all))] }
      """)
    return GeneratorInput(workspace)
  }
}
