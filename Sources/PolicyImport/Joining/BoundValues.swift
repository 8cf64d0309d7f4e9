import PolicyText

/// What the variables of a file stand for in the builds that the file is part of.
///
/// `applinks:$(HOST)` of entitlements is another host in each configuration, for the app that this
/// configuration makes. A fact without variables is one of all builds, and stays as it is.
struct BoundValues {
  private let bindings: [ExactString: [AppBinding]]
  private let paths: [ExactString]

  /// - Parameter paths: of the sources, by number.
  init(_ bindings: [AppBinding], paths: [ExactString]) {
    self.paths = paths
    self.bindings = Dictionary(grouping: bindings) {
      ExactString(ImportLibrary.normalized($0.path) ?? $0.path)
    }
  }

  /// The fact in each build of its file.
  func facts(_ fact: Fact) -> [Fact] {
    var texts: [ExactString] = []
    if case .text(let text) = fact.value { texts.append(text) }
    if case .host(.named(let host)) = fact.subject { texts.append(host) }
    guard let bindings = builds(fact.location, texts) else { return [fact] }
    return bindings.map { binding in
      var bound = fact
      bound.context = .joined(fact.context, binding.context)
      bound.subject = subject(fact.subject, binding, fact.location.file)
      switch fact.value {
      case .text(let text): bound.value = .text(expanded(text, binding))
      case .app(let app): bound.value = .app(self.app(app, binding, fact.location.file))
      case .link(var link):
        link.apps = link.apps.map { item in
          LinkFact.App(self.app(item.app, binding, fact.location.file), at: item.location)
        }
        bound.value = .link(link)
      case .boolean, .integer, .secret: break
      }
      return bound
    }
  }

  /// The scheme in each build of its file.
  func schemes(_ scheme: CustomScheme) -> [CustomScheme] {
    guard let bindings = builds(scheme.location, [scheme.scheme]) else { return [scheme] }
    return bindings.map { binding in
      CustomScheme(
        scheme: expanded(scheme.scheme, binding),
        app: app(scheme.app, binding, scheme.location.file), location: scheme.location,
        context: .joined(scheme.context, binding.context))
    }
  }

  /// The builds whose values a text needs; nil where it needs none.
  private func builds(_ location: SourceLocation, _ texts: [ExactString]) -> [AppBinding]? {
    guard texts.contains(where: { SourceVariable.first(in: $0) != nil }),
      location.file.index < paths.count
    else { return nil }
    let found = (bindings[paths[location.file.index]] ?? []).filter {
      if case .builtWith = $0.app { false } else { true }
    }
    return found.isEmpty ? nil : found
  }

  private func expanded(_ text: ExactString, _ binding: AppBinding) -> ExactString {
    if case .text(let text) = SourceVariable.expand(text, { binding.values[$0] }) { return text }
    return text
  }

  private func app(
    _ app: AppReference, _ binding: AppBinding, _ file: FileID
  ) -> AppReference {
    app == .builtWith(file) ? binding.app : app
  }

  private func subject(
    _ subject: FactSubject, _ binding: AppBinding, _ file: FileID
  ) -> FactSubject {
    switch subject {
    case .app(let app): .app(self.app(app, binding, file))
    case .googleOnIOS(let app): .googleOnIOS(self.app(app, binding, file))
    case .googleOnAndroid(let app): .googleOnAndroid(self.app(app, binding, file))
    case .host(.named(let host)): .host(.named(expanded(host, binding)))
    default: subject
    }
  }
}
