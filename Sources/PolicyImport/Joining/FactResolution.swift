import PolicyText
import PolicyModel

/// Replaces what stands in other files: apps that are built with a file, hosts that serve one, variables.
struct FactResolution {
  private(set) var facts: [ResolvedFact] = []
  private(set) var mentions: [SubjectMention] = []
  private(set) var schemes: [CustomScheme] = []
  private(set) var appFlips: [AppFlipFact] = []
  private(set) var names: [SubjectName] = []
  private(set) var findings: [Diagnostic]
  private(set) var identities: AppIdentities
  let hosts: ServingHosts
  private let options: ImportOptions
  /// Files whose app is not known, which is said once.
  private var unbound: [FileID: Int] = [:]
  private var unserved: Set<FileID> = []
  private let paths: [ExactString]

  init(_ facts: ImportFacts, _ library: ImportLibrary) {
    paths = library.sources.map { ExactString(ImportLibrary.normalized($0.path) ?? $0.path) }
    identities = AppIdentities(facts, paths: paths)
    hosts = ServingHosts(facts, identities, library)
    options = library.options
    findings = facts.findings + hosts.findings
    let bound = BoundValues(facts.bindings, paths: paths)
    for fact in facts.facts.flatMap(bound.facts) { resolve(fact) }
    for mention in facts.mentions {
      for (subject, context) in subjects(mention.subject, mention.location) {
        mentions.append(
          SubjectMention(
            subject: subject, location: mention.location,
            context: .joined(mention.context, context)))
      }
    }
    for scheme in facts.schemes.flatMap(bound.schemes) {
      for (app, context) in apps(scheme.app, scheme.location) {
        guard let text = expanded(scheme.scheme, scheme.location) else { break }
        var scheme = scheme
        scheme.scheme = text
        scheme.app = app
        scheme.context = .joined(scheme.context, context)
        schemes.append(scheme)
      }
    }
    for flip in facts.appFlips {
      for (app, context) in apps(flip.app, flip.location) {
        var flip = flip
        flip.app = app
        flip.context = .joined(flip.context, context)
        appFlips.append(flip)
      }
    }
    placeAppFlips()
    for name in facts.names {
      for (subject, _) in subjects(name.subject, name.location) {
        names.append(SubjectName(subject: subject, name: name.name, location: name.location))
      }
    }
  }

  /// App Flip belongs to the client by which Google links accounts, where there is one.
  private mutating func placeAppFlips() {
    let clients = LinkingClients.find(in: facts)
    var unplaced: Set<SourceLocation> = []
    for flip in appFlips {
      guard let client = clients.first, clients.count == 1 else {
        guard unplaced.insert(flip.location).inserted else { continue }
        report(
          .dropped,
          "which client this way into \(UTF8Text.quoted(flip.app.identifier?.string ?? "")) (App Flip) "
            + "belongs to is not said", at: flip.location,
          help: "write it under `app_flip` of the client by which Google links accounts")
        continue
      }
      func add(_ keys: [any MappingKey], _ value: FactValue) {
        facts.append(
          ResolvedFact(
            subject: client, key: FactKey([ClientKey.appFlip] + keys), value: value,
            location: flip.location, context: flip.context, authority: .written))
      }
      switch flip.entry {
      case .ios(let link):
        add([AppFlipKey.ios, AppFlipKey.IOS.app], .app(flip.app))
        add([AppFlipKey.ios, AppFlipKey.IOS.universalLink], .text(link))
      case .android(let action, let activity):
        add([AppFlipKey.android, AppFlipKey.Android.app], .app(flip.app))
        add([AppFlipKey.android, AppFlipKey.Android.intentAction], .text(action))
        if let activity {
          add([AppFlipKey.android, AppFlipKey.Android.activity], .text(activity))
        }
      }
    }
  }

  private mutating func resolve(_ fact: Fact) {
    let subjects = subjects(fact.subject, fact.location)
    guard !subjects.isEmpty else { return }
    var values: [(FactValue, FactContext?)] = [(fact.value, nil)]
    switch fact.value {
    case .text(let text):
      guard let text = expanded(text, fact.location) else { return }
      values = [(.text(text), nil)]
    case .app(let app): values = apps(app, fact.location).map { (.app($0.app), $0.context) }
    case .link(var link):
      link.apps = link.apps.flatMap { app in
        apps(app.app, app.location).map { LinkFact.App($0.app, at: app.location) }
      }
      values = link.apps.isEmpty ? [] : [(.link(link), nil)]
    case .boolean, .integer, .secret: break
    }
    for (subject, outer) in subjects {
      for (value, inner) in values {
        facts.append(
          ResolvedFact(
            subject: subject, key: fact.key, value: value, location: fact.location,
            context: .joined(fact.context, .joined(inner, outer)), authority: fact.authority))
      }
    }
  }

  private mutating func subjects(
    _ subject: FactSubject, _ location: SourceLocation
  ) -> [(FactSubject, FactContext?)] {
    switch subject {
    case .app(let app): return apps(app, location).map { (.app($0.app), $0.context) }
    case .googleOnIOS(let app):
      return apps(app, location).map { (.googleOnIOS($0.app), $0.context) }
    case .googleOnAndroid(let app):
      return apps(app, location).map { (.googleOnAndroid($0.app), $0.context) }
    case .host(.named(let host)):
      guard let host = expanded(host, location) else { return [] }
      return [(.host(.named(ASCII.lowercased(host))), nil)]
    case .host(.serving(let file)):
      if let host = hosts.host(of: file) { return [(.host(.named(host)), nil)] }
      return []
    case .authorizationServer, .client, .googleOnWeb, .firebase, .apple: return [(subject, nil)]
    }
  }

  private mutating func apps(
    _ app: AppReference, _ location: SourceLocation
  ) -> [(app: AppReference, context: FactContext?)] {
    let apps = identities.apps(app)
    if let identifier = app.identifier, let variable = SourceVariable.first(in: identifier) {
      return resolvedApp(app, identifier, variable, location)
    }
    if case .builtWith(let file) = app, apps.isEmpty { leaveUnbound(file, location) }
    return apps
  }

  /// Says once that nobody knows the app of a file, and which values go nowhere therefore.
  private mutating func leaveUnbound(_ file: FileID, _ location: SourceLocation) {
    if unbound[file] == nil {
      unbound[file] = findings.count
      let name = UTF8Text.quoted(path(file))
      let isOfKeys = identities.isOfKeys(file)
      report(
        .unresolved,
        isOfKeys
          ? "which app is signed with the keys of \(name) is not said"
          : "which app is built with \(name) is not said in the files at hand",
        at: SourceLocation(file: file, span: Span(0, 0)),
        help: isOfKeys
          ? "import it together with the files of one Android app"
          : "import the Xcode project or Gradle file as well, or the whole directory; where it computes the ID, "
            + "give `--define applicationId=ID` or `--define PRODUCT_BUNDLE_IDENTIFIER=ID`")
    }
    guard let index = unbound[file], findings.indices.contains(index),
      findings[index].notes.last?.location != location, findings[index].notes.count < 100
    else { return }
    findings[index].notes.append(
      Diagnostic.Note(
        "this goes nowhere therefore", at: location, isFurther: findings[index].notes.count > 2))
  }

  /// A bundle ID or package with a variable that the user has given.
  private mutating func resolvedApp(
    _ app: AppReference, _ identifier: ExactString, _ variable: ExactString,
    _ location: SourceLocation
  ) -> [(app: AppReference, context: FactContext?)] {
    guard let text = expanded(identifier, location) else { return [] }
    switch app {
    case .android: return [(.android(package: text), nil)]
    case .apple: return [(.apple(bundleID: text), nil)]
    case .appleID(let prefix, _): return [(.appleID(prefix: prefix, bundleID: text), nil)]
    case .builtWith: return []
    }
  }

  /// The text without variables; nil, and reported, where one is not known.
  private mutating func expanded(
    _ text: ExactString, _ location: SourceLocation
  ) -> ExactString? {
    switch SourceVariable.expand(text, { options.definitions[$0] }) {
    case .text(let text): return text
    case .unresolved(let expression):
      let isKnown = findings.contains {
        $0.location == location && $0.rule == ImportRule.unresolved.id
      }
      if !isKnown {
        report(
          .unresolved, "\(UTF8Text.quoted(expression.string)) is not literal", at: location,
          help: "give the built file, or `--define NAME=VALUE`")
      }
      return nil
    }
  }

  private mutating func report(
    _ rule: ImportRule, _ message: String, at location: SourceLocation, help: String?
  ) {
    findings.append(
      Diagnostic(
        rule: rule.id, severity: rule.severity, message: message, help: help, location: location))
  }

  private func path(_ file: FileID) -> String {
    file.index < paths.count ? paths[file.index].string : ""
  }
}
