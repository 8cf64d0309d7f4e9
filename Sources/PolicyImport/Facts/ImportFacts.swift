package import PolicyText
package import PolicyModel

/// What the sources of an import say: facts, and what was left out.
///
/// A kind walks over its file and calls, for every value that means something to a policy, exactly one of
/// - `add`: the value goes into the policy, as far as joining, environments and validation let it;
/// - `leaveOut`: the value has no place in a policy, or must not have one; one finding at the value says so.
///
/// So nothing of a source vanishes, which is tested by counting both sides.
///
///     facts.add(.client(id), ClientKey.redirectURIs, is: .text(uri), at: tree.location(node))
///     facts.add(.authorizationServer, AuthorizationServerKey.endpoints,
///       AuthorizationServerKey.Endpoints.token, is: .text(url), at: tree.location(node))
///
/// Keys are those of the policy language, nested ones from the outside in: whatever the language can hold can
/// be stated, and joining and writing read from the tables of the language whether a key holds one value, a
/// list, or a value for each environment. Of a list each item is a fact; their order is kept.
///
/// What a kind does **not** decide: the environment (it gives hints, `FactContext`, where something inside
/// of the file gives one), ids of the policy, which of two values wins, whether a value is valid. A value that
/// validation calls an error is left out later, with the id of the rule.
///
/// Things whose ID stands in another file: `.builtWith(source.id)` is the app that a plist or manifest is
/// built into; the kind that knows (Xcode project, Gradle) calls `bind`. `.serving(source.id)` is the host of
/// an association file.
package struct ImportFacts {
  package private(set) var facts: [Fact] = []
  package private(set) var bindings: [AppBinding] = []
  package private(set) var schemes: [CustomScheme] = []
  package private(set) var appFlips: [AppFlipFact] = []
  package private(set) var mentions: [SubjectMention] = []
  package private(set) var names: [SubjectName] = []
  package private(set) var skipped: [SkippedThing] = []
  package private(set) var findings: [Diagnostic] = []
  /// Never printed; those that stand under the name of a secret are found without being named here.
  package private(set) var secrets: [SourceLocation] = []

  /// Files that say something of an Android app and do not say of which.
  package private(set) var nameless: Set<FileID> = []

  /// No facts.
  package init() {}

  /// States that a thing has a value under a key.
  ///
  /// - Parameters:
  ///   - location: the value in the source; of a secret its bytes, which are then never printed.
  ///   - context: what stands around the value and hints at its environment; nil for nothing.
  package mutating func add(
    _ subject: FactSubject, _ key: any MappingKey..., is value: FactValue,
    at location: SourceLocation, in context: FactContext? = nil,
    authority: Fact.Authority = .written
  ) {
    if case .secret(nil) = value { secrets.append(location) }
    facts.append(
      Fact(
        subject: subject, key: FactKey(key), value: value, location: location, context: context,
        authority: authority))
  }

  /// States that a mapping with free keys (`DomainKey.variables`) has a value under one of them.
  package mutating func add(
    _ subject: FactSubject, _ key: any MappingKey, entry: ExactString, is value: FactValue,
    at location: SourceLocation, in context: FactContext? = nil
  ) {
    facts.append(
      Fact(
        subject: subject, key: FactKey([key], entry: entry), value: value, location: location,
        context: context, authority: .written))
  }

  /// States that a thing is there, where a source says nothing more of it: an app that is only named.
  package mutating func mention(
    _ subject: FactSubject, at location: SourceLocation, in context: FactContext? = nil
  ) {
    mentions.append(SubjectMention(subject: subject, location: location, context: context))
  }

  /// Says why a value is not in the policy: its one finding.
  ///
  /// - Parameter message: lower case, no final period, the value in backticks (`UTF8Text.quoted`).
  package mutating func leaveOut(
    _ rule: ImportRule, _ message: String, at location: SourceLocation, help: String? = nil,
    notes: [Diagnostic.Note] = []
  ) {
    findings.append(
      Diagnostic(
        rule: rule.id, severity: rule.severity, message: message, help: help, location: location,
        notes: notes))
  }

  /// Reports what an app has of Firebase Dynamic Links: its domains, or its client library.
  package mutating func leaveOutDynamicLinks(
    _ name: ExactString, at location: SourceLocation, help: String = "remove the library"
  ) {
    leaveOut(
      .dropped,
      "\(UTF8Text.quoted(name.string)): Firebase Dynamic Links was shut down on 2025-08-25",
      at: location,
      help: help)
  }

  /// Counts a thing that is none of the policy's business for a reason that many share: built-in clients,
  /// disabled ones. One `import-dropped` for each file and reason names them all.
  package mutating func skip(
    _ name: ExactString, because reason: String, at location: SourceLocation
  ) {
    skipped.append(SkippedThing(name: name, reason: reason, location: location))
  }

  /// The tree of a form, with what its reader found reported; nil where there is nothing to read.
  package mutating func usable(_ form: ImportSource.Form) -> SourceTree? {
    findings += form.diagnostics
    return form.tree.root == nil ? nil : form.tree
  }

  /// The tree of an XML file, with what its reader found reported; nil where there is nothing to read.
  package mutating func usable(_ xml: XMLReader.Result) -> XMLTree? {
    findings += xml.diagnostics
    return xml.tree.root == nil ? nil : xml.tree
  }

  /// Says that an app is built with a file (by its path, which need not be among the sources), in a context
  /// such as a build configuration.
  ///
  /// - Parameter values: what variables of that file stand for in this build (`$(HOST)`).
  package mutating func bind(
    _ app: AppReference, to path: String, at location: SourceLocation,
    in context: FactContext? = nil, values: ImportDefinitions = ImportDefinitions()
  ) {
    bindings.append(
      AppBinding(app: app, path: path, location: location, context: context, values: values))
  }

  /// Says that `.builtWith` a file is an Android app that the file does not name (fingerprints): the one of
  /// the import, where there is only one.
  package mutating func leaveNameless(_ file: FileID) { nameless.insert(file) }

  /// An app takes links with a scheme of its own: a candidate for redirect URIs of a native client.
  package mutating func addScheme(
    _ scheme: ExactString, of app: AppReference, at location: SourceLocation,
    in context: FactContext? = nil
  ) {
    schemes.append(CustomScheme(scheme: scheme, app: app, location: location, context: context))
  }

  /// An app answers App Flip, for a client that the source does not name.
  package mutating func addAppFlip(_ flip: AppFlipFact) { appFlips.append(flip) }

  /// A name that people know a thing by, for its id in the policy.
  package mutating func name(
    _ subject: FactSubject, _ name: ExactString, at location: SourceLocation
  ) {
    names.append(SubjectName(subject: subject, name: name, location: location))
  }

  /// Bytes that are never printed, of a secret that the policy has no key for.
  package mutating func hide(_ location: SourceLocation) { secrets.append(location) }

  /// Leaves out all fingerprints of signing certificates that a file gave.
  mutating func disownFingerprints(of file: FileID, because reason: String) {
    let keys = [AppKey.sha256CertFingerprints, .sha1CertFingerprints].map { FactKey([$0]) }
    let disowned = facts.filter { $0.location.file == file && keys.contains($0.key) }
    facts.removeAll { $0.location.file == file && keys.contains($0.key) }
    for fact in disowned {
      guard case .text(let text) = fact.value else { continue }
      skip(text, because: reason, at: fact.location)
    }
  }

  /// Changes the order of what was stated.
  mutating func reorder(
    _ change: (
      inout [Fact], inout [SubjectMention], inout [CustomScheme], inout [AppFlipFact],
      inout [SubjectName]
    ) -> Void
  ) {
    change(&facts, &mentions, &schemes, &appFlips, &names)
  }
}
