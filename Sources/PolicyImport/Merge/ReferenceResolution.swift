import PolicyModel
import PolicyText

/// Resolves references to apps, hosts and variables that other files define.
struct ReferenceResolution {
  private(set) var values: [ResolvedValue] = []
  private(set) var mentions: [SubjectMention] = []
  private(set) var schemes: [CustomScheme] = []
  private(set) var appFlips: [ImportedAppFlip] = []
  private(set) var names: [SubjectName] = []
  private(set) var findings: [Diagnostic]
  private(set) var identities: AppIdentities
  let hosts: ServingHosts
  /// Unknown variables, without their delimiters.
  private(set) var variables: Set<ExactString> = []
  /// The locations of client IDs with an unknown variable.
  private(set) var clientIDs: Set<SourceLocation> = []
  private let options: ImportOptions
  /// Findings about files whose app is unknown.
  private var unbound: [FileID: Int] = [:]
  /// Xcode projects whose apps are all known.
  private var projects: Set<FileID> = []
  private let paths: [ExactString]

  init(_ imported: ImportedValues, _ library: ImportLibrary) {
    paths = library.sources.map { ExactString(ImportLibrary.normalized($0.path) ?? $0.path) }
    identities = AppIdentities(
      imported, paths: paths, definitions: library.options.definitions)
    hosts = ServingHosts(imported, identities, library)
    options = library.options
    findings = imported.findings + hosts.findings
    projects = Set(imported.bindings.map(\.location.file)).subtracting(
      imported.findings.filter { $0.rule == ImportRule.unresolved.id }.map(\.location.file))
    let bound = BoundValues(imported.bindings, paths: paths)
    for value in imported.values.flatMap(bound.values) { resolve(value) }
    for mention in imported.mentions {
      for (subject, context) in subjects(mention.subject, mention.location) {
        mentions.append(
          SubjectMention(
            subject: subject, location: mention.location,
            context: .joined(mention.context, context)))
      }
    }
    for scheme in imported.schemes.flatMap(bound.schemes) {
      for (app, context) in apps(scheme.app, scheme.location) {
        guard let text = expanded(scheme.scheme, scheme.location) else { break }
        var scheme = scheme
        scheme.scheme = text
        scheme.app = app
        scheme.context = .joined(scheme.context, context)
        schemes.append(scheme)
      }
    }
    for flip in imported.appFlips {
      for (app, context) in apps(flip.app, flip.location) {
        var flip = flip
        flip.app = app
        flip.context = .joined(flip.context, context)
        appFlips.append(flip)
      }
    }
    placeAppFlips()
    for name in imported.names {
      for (subject, _) in subjects(name.subject, name.location) {
        names.append(SubjectName(subject: subject, name: name.name, location: name.location))
      }
    }
  }

  /// Assigns App Flip to the client that Google uses for account linking.
  private mutating func placeAppFlips() {
    let clients = LinkingClients.find(in: values)
    var unplaced: Set<SourceLocation> = []
    for flip in appFlips {
      guard let client = clients.first, clients.count == 1 else {
        guard unplaced.insert(flip.location).inserted else { continue }
        report(
          .dropped,
          "can't tell which client uses the App Flip link of app "
            + DisplayText.quoted(flip.app.identifier?.string ?? ""), at: flip.location,
          help: "add it to `app_flip` of the client for Google account linking")
        continue
      }
      func add(_ key: AppFlipKey.Android, _ value: ImportedContent) {
        self.values.append(
          ResolvedValue(
            subject: client, key: PolicyKeyPath([ClientKey.appFlip, AppFlipKey.android, key]),
            value: value, location: flip.location, context: flip.context, authority: .written))
      }
      add(.app, .app(flip.app))
      add(.intentAction, .text(flip.intentAction))
      if let activity = flip.activity { add(.activity, .text(activity)) }
    }
  }

  private mutating func resolve(_ imported: ImportedValue) {
    let subjects = subjects(imported.subject, imported.location)
    guard !subjects.isEmpty else { return }
    var values: [(ImportedContent, EnvironmentContext?)] = [(imported.value, nil)]
    switch imported.value {
    case .text(let text):
      guard let text = expanded(text, imported.location) else {
        if imported.key == PolicyKeyPath([ClientKey.clientID]) {
          clientIDs.insert(imported.location)
        }
        return
      }
      values = [(.text(text), nil)]
    case .app(let app): values = apps(app, imported.location).map { (.app($0.app), $0.context) }
    case .link(var link):
      link.apps = link.apps.flatMap { app in
        apps(app.app, app.location).map { ImportedLinks.App($0.app, at: app.location) }
      }
      values = link.apps.isEmpty ? [] : [(.link(link), nil)]
    case .boolean, .secret: break
    }
    for (subject, outer) in subjects {
      for (value, inner) in values {
        self.values.append(
          ResolvedValue(
            subject: subject, key: imported.key, value: value, location: imported.location,
            context: .joined(imported.context, .joined(inner, outer)),
            authority: imported.authority,
            question: imported.question))
      }
    }
  }

  private mutating func subjects(
    _ subject: ImportSubject, _ location: SourceLocation
  ) -> [(ImportSubject, EnvironmentContext?)] {
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
    case .client, .googleOnWeb, .firebase, .apple: return [(subject, nil)]
    }
  }

  private mutating func apps(
    _ app: AppReference, _ location: SourceLocation
  ) -> [(app: AppReference, context: EnvironmentContext?)] {
    let apps = identities.apps(app)
    if let identifier = app.identifier, let variable = SourceVariable.first(in: identifier) {
      return resolvedApp(app, identifier, variable, location)
    }
    if case .builtWith(let file) = app, apps.isEmpty { leaveUnbound(file, location) }
    return apps
  }

  /// Reports a file whose app is unknown once, with all values that are left out.
  private mutating func leaveUnbound(_ file: FileID, _ location: SourceLocation) {
    if unbound[file] == nil {
      unbound[file] = findings.count
      let name = DisplayText.quoted(path(file))
      let isOfKeys = identities.isOfKeys(file)
      let isUnused = isUnused(file)
      report(
        .unresolved,
        isUnused
          ? "left out \(name): no target of the Xcode project contains it"
          : isOfKeys
            ? "can't tell which app is signed with the keys in \(name)"
            : "can't tell which app contains \(name)",
        at: SourceLocation(file: file, span: SourceSpan(0, 0)),
        help: isUnused
          ? "no action needed, unless an app contains it"
          : isOfKeys
            ? "import it together with the files of one Android app"
            : "import the Xcode project, Gradle file or .csproj as well; if it computes the ID, "
              + "pass `--define applicationId=ID` or `--define PRODUCT_BUNDLE_IDENTIFIER=ID`",
        severity: isUnused ? .note : nil)
    }
    guard let index = unbound[file], findings.indices.contains(index),
      findings[index].notes.last?.location != location, findings[index].notes.count < 100
    else { return }
    findings[index].notes.append(
      Diagnostic.Note(
        "left out", at: location, isFurther: findings[index].notes.count > 2))
  }

  /// An app whose ID contains a variable that the user defined.
  private mutating func resolvedApp(
    _ app: AppReference, _ identifier: ExactString, _ variable: ExactString,
    _ location: SourceLocation
  ) -> [(app: AppReference, context: EnvironmentContext?)] {
    guard let text = expanded(identifier, location) else { return [] }
    switch app {
    case .android: return [(.android(package: text), nil)]
    case .apple: return [(.apple(bundleID: text), nil)]
    case .appleID(let prefix, _): return [(.appleID(prefix: prefix, bundleID: text), nil)]
    case .builtWith: return []
    }
  }

  /// Replaces variables; reports an unknown one and returns nil.
  private mutating func expanded(
    _ text: ExactString, _ location: SourceLocation
  ) -> ExactString? {
    switch SourceVariable.expand(text, { options.definitions[$0] }) {
    case .text(let text): return text
    case .unresolved(let expression):
      variables.insert(SourceVariable.name(of: expression))
      let isKnown = findings.contains {
        $0.location == location && $0.rule == ImportRule.unresolved.id
      }
      if !isKnown {
        report(
          .unresolved, "unknown variable \(DisplayText.quoted(expression.string))", at: location,
          help: "import a built file, or pass `--define NAME=VALUE`")
      }
      return nil
    }
  }

  private mutating func report(
    _ rule: ImportRule, _ message: String, at location: SourceLocation, help: String?,
    severity: Severity? = nil
  ) {
    findings.append(rule.finding(message, at: location, help: help, severity: severity))
  }

  /// Whether the file is in the folder of an Xcode project that lists the files of its apps.
  private func isUnused(_ file: FileID) -> Bool {
    let path = path(file)
    guard path.hasSuffix(".plist") || path.hasSuffix(".entitlements") else { return false }
    return projects.contains { project in
      let parts = self.path(project).split(separator: "/")
      return parts.last == "project.pbxproj"
        && path.split(separator: "/").starts(with: parts.dropLast(2))
    }
  }

  var unboundFileIDs: Set<FileID> { Set(unbound.keys) }

  /// Files whose app is unknown.
  var unboundFiles: [String] { unbound.keys.filter { !isUnused($0) }.sorted().map(path) }

  private func path(_ file: FileID) -> String {
    file.index < paths.count ? paths[file.index].string : ""
  }
}

/// A value with all references and variables resolved, and its environments.
struct ResolvedValue {
  var subject: ImportSubject
  var key: PolicyKeyPath
  var value: ImportedContent
  var location: SourceLocation
  var context: EnvironmentContext?
  var authority: ImportedValue.Authority
  var question: String?
  /// Nil if the value is left out; always both for keys without environments.
  var environments: DomainEnvironment? = .both

  /// The shape of the key; nil if the language has no such key.
  var shape: Shape? { subject.mapping.flatMap { key.shape(in: $0) } }

  /// The string; nil for other types.
  var text: ExactString? { if case .text(let text) = value { text } else { nil } }

  func applies(in environment: Environment) -> Bool {
    environments?.environments.contains(environment) ?? false
  }
}

extension ImportSubject {
  /// The mapping with the subject's keys.
  var mapping: MappingShape? {
    switch self {
    case .app: AppKey.mapping
    case .host: DomainKey.mapping
    case .client: ClientKey.mapping
    case .googleOnIOS: GoogleSignInKey.IOS.mapping
    case .googleOnAndroid: GoogleSignInKey.Android.mapping
    case .googleOnWeb: GoogleSignInKey.Web.mapping
    case .firebase: FirebaseKey.mapping
    case .apple: AppleSignInKey.mapping
    }
  }
}

extension PolicyKeyPath {
  /// The shape of the key's value; for list items the shape of the list.
  func shape(in mapping: MappingShape) -> Shape? {
    var mapping: MappingShape? = mapping
    var shape: Shape?
    for name in path {
      shape = mapping?.keys.first { $0.name.utf8.elementsEqual(name.utf8) }?.shape
      if case .mapping(let inner)? = shape { mapping = inner() } else { mapping = nil }
    }
    return shape
  }
}

extension Shape {
  var isPerEnvironment: Bool { if case .perEnvironment = self { true } else { false } }
}
