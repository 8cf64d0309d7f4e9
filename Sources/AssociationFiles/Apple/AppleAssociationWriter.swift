package import PolicyText

extension AppleAppSiteAssociation {
  /// The file as it is generated: `appIDs` and `components`, no `apps`, keys in a fixed order, rules
  /// and entries in the order of the model, lists of apps unique and sorted.
  ///
  /// Legacy rules are written with `appID` and `paths`, one entry per app. Callers write `.pretty`
  /// text and a final newline.
  package var json: JSONValue {
    var sections: [(key: String, value: JSONValue)] = []
    if let applinks { sections.append(("applinks", applinks.json)) }
    for (name, list) in [
      ("webcredentials", webcredentials), ("appclips", appclips),
      ("activitycontinuation", activitycontinuation),
    ] {
      guard let list else { continue }
      let apps = Set(list.apps).sorted().map { JSONValue.string($0.string) }
      sections.append((name, .object([("apps", .array(apps))])))
    }
    return .object(sections)
  }
}

extension AppleLinks {
  fileprivate var json: JSONValue {
    var members: [(key: String, value: JSONValue)] = []
    if !substitutionVariables.isEmpty {
      let variables = substitutionVariables.map { variable in
        (key: variable.name.string, value: JSONValue.strings(variable.values))
      }
      members.append(("substitutionVariables", .object(variables)))
    }
    if let defaults { members.append(("defaults", defaults.json)) }
    members.append(("details", .array(details.flatMap(\.json))))
    return .object(members)
  }
}

extension AppleLinkEntry {
  fileprivate var json: [JSONValue] {
    var tail: [(key: String, value: JSONValue)] = []
    if let defaults { tail.append(("defaults", defaults.json)) }
    switch rules {
    case .components(let components):
      tail.append(("components", .array(components.map(\.json))))
      return [.object([("appIDs", .strings(uniqueAppIDs))] + tail)]
    case .paths(let paths):
      // iOS 9 to 12 know no `appIDs`.
      tail.append(("paths", .strings(paths.map(\.text))))
      return uniqueAppIDs.map { .object([("appID", .string($0.string))] + tail) }
    }
  }

  private var uniqueAppIDs: [ExactString] {
    var seen: Set<ExactString> = []
    return appIDs.filter { seen.insert($0).inserted }
  }
}

extension AppleLinkComponent {
  /// The component as it is written; absent keys stay absent.
  package var json: JSONValue {
    var members: [(key: String, value: JSONValue)] = []
    if let path { members.append(("/", .string(path.string))) }
    switch query {
    case .pattern(let pattern): members.append(("?", .string(pattern.string)))
    case .items(let items):
      let items = items.map { (key: $0.name.string, value: JSONValue.string($0.pattern.string)) }
      members.append(("?", .object(items)))
    // Ignored by iOS: nothing to say is the same.
    case .ignored, nil: break
    }
    if let fragment { members.append(("#", .string(fragment.string))) }
    for (key, value) in [
      ("exclude", exclude), ("caseSensitive", caseSensitive), ("percentEncoded", percentEncoded),
    ] {
      if let value { members.append((key, .bool(value))) }
    }
    if let comment { members.append(("comment", .string(comment.string))) }
    return .object(members)
  }
}

extension JSONValue {
  static func strings(_ texts: some Sequence<ExactString>) -> JSONValue {
    .array(texts.map { .string($0.string) })
  }
}
