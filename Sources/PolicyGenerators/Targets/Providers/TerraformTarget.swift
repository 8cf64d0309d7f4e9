import PolicyDecision
import PolicyModel
import PolicyText

/// The Identity Platform of every project for Terraform's `google` provider; secrets are variables.
///
/// The provider doesn't support the callback URI, the locale, mobile links and email privacy, and
/// only the Services ID of Apple's settings. `identity-platform.json` has them all.
///
/// `google_identity_platform_config` has `authorized_domains` since version 4.77 of the provider
/// and `sign_in` since 4.84 (hashicorp/terraform-provider-google, CHANGELOG_v4.md). A module can
/// have only one `required_providers` block, so it is in a separate file, which you can leave out.
package struct TerraformTarget: GeneratorTarget {
  package static let name = "terraform"
  package static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    let header: [HCLItem] = [.comment("\(input.header)\n")]
    let modules = try input.projectFiles(Self.name, "identity_platform.tf") {
      (project) throws(GeneratorError) -> String in
      (header + (try TerraformModule(project).items)).code.text + "\n"
    }
    let versions = try input.projectFiles(Self.name, "versions.tf") { _ in
      (header + [Self.requiredProviders]).code.text + "\n"
    }
    return modules + versions
  }

  private static let requiredProviders = HCLItem.block(
    "terraform",
    [
      .block(
        "required_providers",
        [
          .object(
            name: "google",
            [
              HCLAttribute("source", #""hashicorp/google""#),
              HCLAttribute("version", #"">= 4.84""#),
            ])
        ])
    ])
}

/// The blocks of one project.
private struct TerraformModule {
  let project: IdentityProject

  init(_ project: IdentityProject) { self.project = project }

  var items: [HCLItem] {
    get throws(GeneratorError) {
      var items = [try config]
      if let google = project.google?.value { items += try self.google(google) }
      if let apple = project.apple?.value { items += try self.apple(apple) }
      return items
    }
  }

  private var config: HCLItem {
    get throws(GeneratorError) {
      var body: [HCLItem] = [.attributes([HCLAttribute("project", try literal(project.id))])]
      if !project.authorizedDomains.isEmpty {
        var domains: [Code<HCLLanguage>] = []
        for domain in project.authorizedDomains { domains.append(try literal(domain)) }
        body.append(.list(name: "authorized_domains", domains))
      }
      var signIn: [HCLItem] = []
      if let allows = project.allowDuplicateEmails?.value {
        signIn.append(.attributes([HCLAttribute("allow_duplicate_emails", "\(allows)")]))
      }
      // The provider can't set `password_required` without `enabled`.
      if project.emailLink?.value == true {
        signIn.append(
          .block(
            "email",
            [
              .attributes([
                HCLAttribute("enabled", "true"), HCLAttribute("password_required", "false"),
              ])
            ]))
      }
      if !signIn.isEmpty { body.append(.block("sign_in", signIn)) }
      return .block(#"resource "google_identity_platform_config" "default""#, body)
    }
  }

  private func google(_ google: IdentityProject.Google) throws(GeneratorError) -> [HCLItem] {
    [
      .block(
        #"variable "google_client_secret""#,
        [
          secret(
            try description(
              "Client secret of the web client of Google Sign-In", google.secret))
        ]),
      .block(
        #"resource "google_identity_platform_default_supported_idp_config" "google""#,
        [
          .attributes([
            HCLAttribute("project", try literal(project.id)),
            HCLAttribute("idp_id", #""google.com""#),
            HCLAttribute("client_id", try literal(google.clientID)),
            HCLAttribute("client_secret", "var.google_client_secret"),
            HCLAttribute("enabled", "true"),
          ])
        ]),
    ]
  }

  /// Without a Services ID, only apps on Apple platforms sign in, which the provider doesn't support.
  private func apple(_ apple: IdentityProject.Apple) throws(GeneratorError) -> [HCLItem] {
    guard let servicesID = apple.servicesID else { return [] }
    return [
      .block(
        #"variable "apple_client_secret""#,
        [
          secret(
            try description(
              "Client secret of Sign in with Apple, signed with the private key",
              apple.privateKey))
        ]),
      .comment(
        "The provider has no arguments for Apple's bundle IDs, team, key ID and private key;"),
      .comment(
        "identity-platform.json has them. Terraform sets the secret once and then leaves it alone."),
      .block(
        #"resource "google_identity_platform_default_supported_idp_config" "apple""#,
        [
          .attributes([
            HCLAttribute("project", try literal(project.id)),
            HCLAttribute("idp_id", #""apple.com""#),
            HCLAttribute("client_id", try literal(servicesID)),
            HCLAttribute("client_secret", "var.apple_client_secret"),
            HCLAttribute("enabled", "true"),
          ]),
          .block(
            "lifecycle", [.attributes([HCLAttribute("ignore_changes", "[client_secret]")])]),
        ]),
    ]
  }

  private func secret(_ description: Code<HCLLanguage>) -> HCLItem {
    .attributes([
      HCLAttribute("description", description), HCLAttribute("type", "string"),
      HCLAttribute("sensitive", "true"),
    ])
  }

  private func description(
    _ what: String, _ secret: CompiledSecret?
  ) throws(GeneratorError) -> Code<HCLLanguage> {
    guard let secret else { return "\(literal: what)" }
    let place = "\(secret.reference.key) \(secret.reference.name.string)"
    return try literal(Entry(ExactString("\(what); kept in \(place)"), secret.anchor))
  }

  private func literal(_ entry: Entry) throws(GeneratorError) -> Code<HCLLanguage> {
    guard entry.value.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw GeneratorError(
        "Terraform normalizes strings that aren't ASCII, found \(DisplayText.quoted(entry.value.string))",
        at: entry.anchor)
    }
    return "\(literal: entry.value.string)"
  }
}
