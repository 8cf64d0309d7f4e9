import PolicyDecision
import PolicyDiagnostics
import PolicyModel
import PolicyText

/// Code for apps and servers that use Firebase, Google Sign-In and Sign in with Apple: what the
/// `providers` of the policies say, in the types of those SDKs; and what our own apps ask our own
/// server. A section that no policy has makes no file.
enum AppCode {
  /// The targets with such code: others need not look at the clients.
  private static let targets = [
    ObjectiveCTarget.name
  ]

  /// The files that stand beside the allowlist of a language; none for other targets.
  static func files(for input: GeneratorInput, target: String) -> [GeneratedFile] {
    guard targets.contains(target) else { return [] }
    let writer = Writer(target: target)
    let header = input.header
    let documents = input.report.workspace.policies
    let emails = EmailActionCode(input.policy)
    let scopes = GoogleScopeCode(documents)
    let apple = AppleSignInCode.all(in: documents)
    // A web client has a secret, which nothing that people install could keep.
    lazy var own = OwnClientCode(input.policy, types: [.native])
    switch target {
    case ObjectiveCTarget.name:
      let sharesEnvironment = emails != nil || own != nil
      return [
        sharesEnvironment ? [ObjectiveCEnvironment.file(header, writer)] : nil,
        emails.map { ObjectiveCEmailActions.files($0, header, writer) },
        scopes.map { ObjectiveCGoogleScopes.files($0, header, writer) },
        apple.on("ios").map { ObjectiveCAppleSignIn.files($0, header, writer) },
        own.map { ObjectiveCAuthorizationRequests.files($0, header, writer) },
      ].compactMap { $0 }.flatMap { $0 }
    default: return []
    }
  }

  /// Makes files of a target.
  struct Writer {
    let target: String

    /// A file below `code/<target>/`.
    func file<Language>(_ name: String, _ code: Code<Language>) -> GeneratedFile {
      GeneratedFile(path: "code/\(target)/\(name)", target: target, text: code.text + "\n")
    }
  }
}

extension GeneratorInput {
  /// What the sections under `providers` say, as code of a target's language.
  func providerFiles(for target: String) -> [GeneratedFile] {
    AppCode.files(for: self, target: target)
  }
}
