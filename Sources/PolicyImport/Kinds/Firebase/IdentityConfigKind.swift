import PolicyText
import PolicyModel

/// The settings of Firebase Authentication, as the Identity Platform API gives them for a project.
package enum IdentityConfigKind: ImportKind {
  package static let name = "identity-config"
  package static let summary = "project settings of Identity Platform (admin/v2 config)"
  package static let usualNames = [
    "identity-config*.json", "auth-config*.json", "identity-platform*.json",
  ]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.firstByte == UInt8(ascii: "{") else { return .no }
    if isConfig(source) { return .yes }
    guard source.mentions("authorizedDomains"), let root = source.json.tree.root else { return .no }
    let tree = source.json.tree
    guard tree.value(of: "authorizedDomains", in: root) != nil else { return .no }
    let signs = ["signIn", "mobileLinksConfig", "notification"]
    return signs.contains { tree.value(of: $0, in: root) != nil }
      ? .yes : .nearly(missing: "signIn")
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    guard let tree = facts.usable(source.json), let root = tree.root else { return }
    IdentityConfigReading(tree, root).read(into: &facts)
    // The target `firebase` of `generate` writes the providers into the same file.
    IdPConfigKind.readAll(in: tree, root, into: &facts)
  }

  /// True for an object whose `name` is `projects/…/config`.
  static func isConfig(_ source: ImportSource) -> Bool {
    guard source.mentions("/config"), let root = source.json.tree.root,
      let name = source.json.tree.value(of: "name", in: root)
    else { return false }
    let text = source.json.tree.text(name)
    return project(inName: text) != nil && text.hasSuffix("/config")
  }

  /// The ID and the number in `projects/…/config`: the API answers with either.
  static func project(
    inName name: ExactString
  ) -> (id: ExactString?, number: ExactString?, range: Range<Int>)? {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count > 1, parts[0].elementsEqual("projects".utf8), !parts[1].isEmpty else {
      return nil
    }
    let text = ExactString(decoding: parts[1])
    let isNumber = parts[1].allSatisfy { (0x30...0x39).contains($0) }
    return (isNumber ? nil : text, isNumber ? text : nil, 9..<(9 + parts[1].count))
  }
}

private struct IdentityConfigReading {
  private let tree: SourceTree
  private let root: NodeID
  private let subject: FactSubject
  private let context: FactContext

  init(_ tree: SourceTree, _ root: NodeID) {
    self.tree = tree
    self.root = root
    let name = tree.value(of: "name", in: root)
    let named = name.flatMap { IdentityConfigKind.project(inName: tree.text($0)) }
    let subdomain = tree.value(of: "client", in: root)
      .flatMap { tree.value(of: "firebaseSubdomain", in: $0) }
    // The subdomain is made from the ID of the project when the project is made.
    let project = named?.id ?? subdomain.map { tree.text($0) }
    subject = .firebase(project: project)
    context = FactContext(project: project)
  }

  func read(into facts: inout ImportFacts) {
    if let name = tree.value(of: "name", in: root),
      let project = IdentityConfigKind.project(inName: tree.text(name))
    {
      let place = SourceLocation(file: tree.file, span: tree.span(name, text: project.range))
      if let id = project.id { add(.projectID, id, place, &facts) }
      if let number = project.number { add(.projectNumber, number, place, &facts) }
    }
    if let client = tree.value(of: "client", in: root) {
      if let node = tree.value(of: "firebaseSubdomain", in: client) {
        let subdomain = tree.text(node)
        if case .firebase(let project) = subject, project == subdomain {
          add(.projectID, subdomain, tree.location(node), &facts)
        }
        add(
          .authDomain, ExactString(subdomain.string + ".firebaseapp.com"), tree.location(node),
          &facts)
      }
      if let key = tree.value(of: "apiKey", in: client) { facts.hide(tree.location(key)) }
    }
    if let domains = tree.value(of: "authorizedDomains", in: root) {
      for domain in tree.items(domains) {
        add(.authorizedDomains, tree.text(domain), tree.location(domain), &facts)
      }
    }
    signIn(into: &facts)
    email(into: &facts)
    if let links = tree.value(of: "mobileLinksConfig", in: root),
      let domain = tree.value(of: "domain", in: links)
    {
      switch tree.text(domain) {
      case "HOSTING_DOMAIN": add(.mobileLinks, "hosting_domain", tree.location(domain), &facts)
      case "FIREBASE_DYNAMIC_LINK_DOMAIN":
        add(.mobileLinks, "dynamic_links", tree.location(domain), &facts)
      default: break
      }
    }
  }

  private func add(
    _ key: FirebaseKey, _ text: ExactString, _ location: SourceLocation, _ facts: inout ImportFacts
  ) {
    facts.add(subject, key, is: .text(text), at: location, in: context)
  }

  private func boolean(_ key: String, of node: NodeID) -> (Bool, SourceLocation)? {
    guard let value = tree.value(of: key, in: node), tree.style(value) == .jsonLiteral else {
      return nil
    }
    return (tree.text(value) == "true", tree.location(value))
  }

  private func signIn(into facts: inout ImportFacts) {
    func add(_ key: FirebaseKey.SignIn, _ value: (Bool, SourceLocation)?) {
      guard let (value, location) = value else { return }
      facts.add(
        subject, FirebaseKey.signIn, key, is: .boolean(value), at: location, in: context)
    }
    if let signIn = tree.value(of: "signIn", in: root) {
      if let email = tree.value(of: "email", in: signIn) {
        let enabled = boolean("enabled", of: email)
        let password = boolean("passwordRequired", of: email)
        if let place = password?.1 ?? enabled?.1 {
          // The API leaves out what is false.
          add(.emailLink, ((enabled?.0 ?? false) && !(password?.0 ?? false), place))
        }
      }
      add(.allowDuplicateEmails, boolean("allowDuplicateEmails", of: signIn))
    }
    if let privacy = tree.value(of: "emailPrivacyConfig", in: root) {
      add(.improvedEmailPrivacy, boolean("enableImprovedEmailPrivacy", of: privacy))
    }
  }

  private func email(into facts: inout ImportFacts) {
    guard let notification = tree.value(of: "notification", in: root) else { return }
    if let locale = tree.value(of: "defaultLocale", in: notification), !tree.text(locale).isEmpty {
      facts.add(
        subject, FirebaseKey.email, FirebaseKey.Email.locale, is: .text(tree.text(locale)),
        at: tree.location(locale), in: context)
    }
    guard let send = tree.value(of: "sendEmail", in: notification) else { return }
    if let uri = tree.value(of: "callbackUri", in: send), !tree.text(uri).isEmpty {
      facts.add(
        subject, FirebaseKey.email, FirebaseKey.Email.callbackURI, is: .text(tree.text(uri)),
        at: tree.location(uri), in: context)
    }
    if let info = tree.value(of: "dnsInfo", in: send),
      let domain = tree.value(of: "customDomain", in: info), !tree.text(domain).isEmpty
    {
      facts.leaveOut(
        .dropped,
        "a policy has no place for the domain that emails are sent from: \(quoted(domain))",
        at: tree.location(domain))
    }
    if let smtp = tree.value(of: "smtp", in: send), let host = tree.value(of: "host", in: smtp),
      !tree.text(host).isEmpty
    {
      facts.leaveOut(
        .dropped, "a policy has no place for the mail server \(quoted(host))",
        at: tree.location(host))
    }
  }

  private func quoted(_ node: NodeID) -> String { UTF8Text.quoted(tree.text(node).string) }
}
