import PolicyText

/// Expands variables of a file for each build that contains it.
///
/// For example, `applinks:$(HOST)` in entitlements is a different host in each configuration. Values without variables belong
/// to all builds and stay unchanged.
struct BoundValues {
  private let bindings: [ExactString: [AppBinding]]
  private let paths: [ExactString]

  /// - Parameter paths: the source paths, by file ID.
  init(_ bindings: [AppBinding], paths: [ExactString]) {
    self.paths = paths
    self.bindings = Dictionary(grouping: bindings) {
      ExactString(ImportLibrary.normalized($0.path) ?? $0.path)
    }
  }

  /// The value in each build of its file.
  func values(_ value: ImportedValue) -> [ImportedValue] {
    var texts: [ExactString] = []
    if case .text(let text) = value.value { texts.append(text) }
    if case .host(.named(let host)) = value.subject { texts.append(host) }
    guard let bindings = builds(value.location, texts) else { return [value] }
    return bindings.map { binding in
      var bound = value
      bound.context = .joined(value.context, binding.context)
      bound.subject = subject(value.subject, binding, value.location.file)
      switch value.value {
      case .text(let text): bound.value = .text(expanded(text, binding))
      case .app(let app): bound.value = .app(self.app(app, binding, value.location.file))
      case .link(var link):
        link.apps = link.apps.map { item in
          ImportedLinks.App(self.app(item.app, binding, value.location.file), at: item.location)
        }
        bound.value = .link(link)
      case .boolean, .secret: break
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
        context: .joined(scheme.context, binding.context), uri: scheme.uri)
    }
  }

  /// The builds of the file if a string has variables; else nil.
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
    _ subject: ImportSubject, _ binding: AppBinding, _ file: FileID
  ) -> ImportSubject {
    switch subject {
    case .app(let app): .app(self.app(app, binding, file))
    case .googleOnIOS(let app): .googleOnIOS(self.app(app, binding, file))
    case .googleOnAndroid(let app): .googleOnAndroid(self.app(app, binding, file))
    case .host(.named(let host)): .host(.named(expanded(host, binding)))
    default: subject
    }
  }
}
