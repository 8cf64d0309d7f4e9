package import PolicyModel
package import PolicyText

/// Everything that the sources of an import contain, and what was left out.
///
/// For each relevant value a format calls exactly one of
/// - `add`: the value becomes part of the policy if merging, environments and validation accept it;
/// - `leaveOut` or `skip`: a finding says why the value isn't imported.
///
/// Tests count both: no value is dropped silently.
///
///     imported.add(.client(id), ClientKey.redirectURIs, is: .text(uri), at: tree.location(node))
///     imported.add(.client(id), AuthorizationServerKey.endpoints,
///       AuthorizationServerKey.Endpoints.token, is: .text(url), at: tree.location(node))
///
/// Keys are those of the policy language, the outermost first. Each item of a list is a separate value; their order is kept.
///
/// Formats don't choose environments (they add `EnvironmentContext`), IDs in the policy, or which of two values wins, and
/// don't validate.
///
/// If another file has the ID, use `.builtWith(source.id)` for the app that contains a plist or manifest, which another
/// format (Xcode project, Gradle) names with `bind`, and `.serving(source.id)` for the host of an association file.
package struct ImportedValues {
  package private(set) var values: [ImportedValue] = []
  private var parked: [ImportedValue] = []
  package private(set) var bindings: [AppBinding] = []
  package private(set) var schemes: [CustomScheme] = []
  package private(set) var appFlips: [ImportedAppFlip] = []
  package private(set) var mentions: [SubjectMention] = []
  package private(set) var names: [SubjectName] = []
  package private(set) var skipped: [SkippedName] = []
  package private(set) var findings: [Diagnostic] = []
  /// Locations that are never printed, in addition to values whose key names a secret.
  package private(set) var secrets: [SourceLocation] = []
  /// Files about an Android app that don't identify it.
  package private(set) var nameless: Set<FileID> = []
  /// The paths of files in extensions of apps.
  private var extensionFiles: Set<ExactString> = []

  package init() {}

  /// The number of values that a format found.
  package var count: Int { values.count + schemes.count + appFlips.count + mentions.count }

  /// Adds the value of a key.
  ///
  /// - Parameters:
  ///   - location: the value in the source. The bytes of a secret are then never printed.
  ///   - context: the context of the value, which may suggest an environment.
  package mutating func add(
    _ subject: ImportSubject, _ key: any MappingKey..., is value: ImportedContent,
    at location: SourceLocation, in context: EnvironmentContext? = nil,
    authority: ImportedValue.Authority = .written
  ) {
    add(subject, keys: key, is: value, at: location, in: context, authority: authority)
  }

  /// Adds the value of a nested key.
  ///
  /// - Parameter entry: the user-defined key in the last mapping (`DomainKey.variables`).
  mutating func add(
    _ subject: ImportSubject, keys: [any MappingKey], entry: ExactString? = nil,
    is value: ImportedContent, at location: SourceLocation, in context: EnvironmentContext? = nil,
    authority: ImportedValue.Authority = .written
  ) {
    if case .secret(nil) = value { secrets.append(location) }
    values.append(
      ImportedValue(
        subject: subject, key: PolicyKeyPath(keys, entry: entry), value: value,
        location: location, context: context, authority: authority))
  }

  /// Adds an item of a list that can't be in a policy as it is: `init` writes it as a comment with
  /// a question.
  mutating func park(
    _ subject: ImportSubject, _ key: any MappingKey, _ string: SourceString,
    asking question: String,
    in context: EnvironmentContext? = nil
  ) {
    parked.append(
      ImportedValue(
        subject: subject, key: PolicyKeyPath([key]), value: .text(string.value),
        location: string.location, context: context, authority: .written, question: question))
  }

  /// Adds the items that only `init` writes.
  mutating func addParked() { values += parked }

  /// Records that a subject exists, such as an app that a source only mentions.
  package mutating func mention(
    _ subject: ImportSubject, at location: SourceLocation, in context: EnvironmentContext? = nil
  ) {
    mentions.append(SubjectMention(subject: subject, location: location, context: context))
  }

  /// Reports why a value isn't imported.
  package mutating func leaveOut(
    _ rule: ImportRule, _ message: String, at location: SourceLocation, help: String?,
    notes: [Diagnostic.Note] = []
  ) {
    findings.append(rule.finding(message, at: location, help: help, notes: notes))
  }

  /// Reports a domain or library of Firebase Dynamic Links.
  mutating func leaveOutDynamicLinks(_ name: SourceString, help: String = "remove the library") {
    leaveOut(
      .dropped, "left out \(name.quoted): Firebase Dynamic Links shut down on 2025-08-25",
      at: name.location, help: help)
  }

  /// Skips a value for a reason that others share. One finding per file and reason lists all of them.
  ///
  /// - Parameter reason: a plural noun phrase that completes "left out …".
  package mutating func skip(
    _ name: ExactString, because reason: String, at location: SourceLocation
  ) {
    skipped.append(SkippedName(name: name, reason: reason, location: location))
  }

  /// The tree of a file, with its reader's findings reported; nil if there is nothing to import.
  package mutating func usable(_ form: ImportSource.Form) -> SourceTree? {
    findings += form.diagnostics
    return form.tree.root == nil ? nil : form.tree
  }

  /// The tree of an XML file, with its reader's findings reported; nil if there is nothing to import.
  package mutating func usable(_ xml: XMLReader.Result) -> XMLTree? {
    findings += xml.diagnostics
    return xml.tree.root == nil ? nil : xml.tree
  }

  /// Records that an app contains a file, which need not be among the sources.
  ///
  /// - Parameters:
  ///   - values: the values of the file's variables in this build, such as `$(HOST)`.
  ///   - isExtension: whether an extension of an app contains the file, which isn't an app.
  package mutating func bind(
    _ app: AppReference, to path: String, at location: SourceLocation,
    in context: EnvironmentContext? = nil, values: ImportDefinitions = ImportDefinitions(),
    isExtension: Bool = false
  ) {
    guard !isExtension else {
      extensionFiles.insert(ExactString(ImportLibrary.normalized(path) ?? path))
      return
    }
    bindings.append(
      AppBinding(app: app, path: path, location: location, context: context, values: values))
  }

  /// Removes the values of files that only extensions contain.
  mutating func leaveOutExtensions(paths: [ExactString]) {
    let ofApps = Set(bindings.map { ExactString(ImportLibrary.normalized($0.path) ?? $0.path) })
    let files = Set(
      paths.indices.filter {
        extensionFiles.contains(paths[$0]) && !ofApps.contains(paths[$0])
      }.map { FileID($0) })
    guard !files.isEmpty else { return }
    for value in values where files.contains(value.location.file) {
      guard case .host(.named(let host)) = value.subject else { continue }
      skip(host, because: "hosts of app extensions", at: value.location)
    }
    values.removeAll { files.contains($0.location.file) }
    schemes.removeAll { files.contains($0.location.file) }
  }

  /// Records that `.builtWith` this file refers to the import's only Android app, because the file
  /// doesn't identify its app.
  package mutating func leaveNameless(_ file: FileID) { nameless.insert(file) }

  /// Adds a custom URL scheme of an app.
  package mutating func addScheme(
    _ scheme: ExactString, of app: AppReference, at location: SourceLocation,
    in context: EnvironmentContext? = nil, uri: ExactString? = nil, resources: String? = nil
  ) {
    schemes.append(
      CustomScheme(
        scheme: scheme, app: app, location: location, context: context, uri: uri,
        resources: resources))
  }

  /// Adds App Flip support of an app.
  package mutating func addAppFlip(_ flip: ImportedAppFlip) { appFlips.append(flip) }

  /// Adds a display name, for the ID in the policy.
  package mutating func name(
    _ subject: ImportSubject, _ name: ExactString, at location: SourceLocation
  ) {
    names.append(SubjectName(subject: subject, name: name, location: location))
  }

  /// Hides a secret that has no key in the policy.
  package mutating func hide(_ location: SourceLocation) { secrets.append(location) }

  /// Skips all certificate fingerprints of a file.
  mutating func skipFingerprints(of file: FileID, because reason: String) {
    let keys = [AppKey.sha256CertFingerprints, .sha1CertFingerprints].map { PolicyKeyPath([$0]) }
    func isSkipped(_ value: ImportedValue) -> Bool {
      value.location.file == file && keys.contains(value.key)
    }
    for value in values.filter(isSkipped) {
      guard case .text(let text) = value.value else { continue }
      skip(text, because: reason, at: value.location)
    }
    values.removeAll(where: isSkipped)
  }

  /// The values ordered by file path, independent of the order of arguments. Within a file the order stays.
  func sorted(by library: ImportLibrary) -> ImportedValues {
    let paths = library.sources.map { ExactString($0.path) }
    let order = paths.indices.sorted { (paths[$0], $0) < (paths[$1], $1) }
    var rank = [Int](repeating: 0, count: paths.count)
    for (place, index) in order.enumerated() { rank[index] = place }
    func sort<Value>(_ values: inout [Value], _ location: (Value) -> SourceLocation) {
      values = values.enumerated().sorted { a, b in
        (rank[location(a.element).file.index], a.offset)
          < (rank[location(b.element).file.index], b.offset)
      }.map(\.element)
    }
    var sorted = self
    sort(&sorted.values, \.location)
    sort(&sorted.mentions, \.location)
    sort(&sorted.schemes, \.location)
    sort(&sorted.appFlips, \.location)
    sort(&sorted.names, \.location)
    return sorted
  }
}
