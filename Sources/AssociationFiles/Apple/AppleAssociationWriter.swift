package import PolicyText

extension AppleAppSiteAssociation {
  /// The file as it is generated: `appIDs` and `components`, no `apps`, keys in a fixed order, rules
  /// and entries in the order of the model, lists of apps unique and sorted.
  ///
  /// Legacy rules are written with `appID` and `paths`, one entry per app. Callers write `.pretty`
  /// text and a final newline.
  package var json: JSONValue {
    func apps(_ list: AppleAppList?) -> JSONValue? {
      list.map { ["apps": .texts(Set($0.apps).sorted())] }
    }
    return .present([
      "applinks": applinks?.json, "webcredentials": apps(webcredentials),
      "appclips": apps(appclips), "activitycontinuation": apps(activitycontinuation),
    ])
  }
}

extension AppleLinks {
  fileprivate var json: JSONValue {
    let variables = substitutionVariables.map {
      (key: $0.name.string, value: JSONValue.texts($0.values))
    }
    return .present([
      "substitutionVariables": variables.isEmpty ? nil : .object(variables),
      "defaults": defaults?.json, "details": .array(details.flatMap(\.json)),
    ])
  }
}

extension AppleLinkEntry {
  fileprivate var json: [JSONValue] {
    switch rules {
    case .components(let components):
      [
        .present([
          "appIDs": .texts(appIDs.unique), "defaults": defaults?.json,
          "components": .array(components.map(\.json)),
        ])
      ]
    case .paths(let paths):
      // iOS 9 to 12 know no `appIDs`.
      appIDs.unique.map {
        .present([
          "appID": .text($0), "defaults": defaults?.json, "paths": .texts(paths.map(\.text)),
        ])
      }
    }
  }
}

extension AppleLinkComponent {
  /// The component as it is written; absent keys stay absent.
  package var json: JSONValue {
    let query: JSONValue? =
      switch query {
      case .pattern(let pattern): .text(pattern)
      case .items(let items): items.json
      // Ignored by iOS: nothing to say is the same.
      case .ignored, nil: nil
      }
    return .present([
      "/": .text(path), "?": query, "#": .text(fragment), "exclude": exclude.map { .bool($0) },
      "caseSensitive": caseSensitive.map { .bool($0) },
      "percentEncoded": percentEncoded.map { .bool($0) }, "comment": .text(comment),
    ])
  }
}

extension [LinkQueryItem] {
  var json: JSONValue { .object(map { ($0.name.string, .string($0.pattern.string)) }) }
}
