package import PolicyText

extension AppleAppSiteAssociation {
  /// The JSON of a generated file: `appIDs` and `components` without `apps`, keys in a fixed order,
  /// rules and entries in the order of the model. Lists of apps are unique and sorted.
  ///
  /// Legacy rules are written as `appID` and `paths`, with one entry per app. Callers write it with
  /// `.pretty` layout and a final newline.
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
      // iOS 9 to 12 don't support `appIDs`.
      appIDs.unique.map {
        .present([
          "appID": .text($0), "defaults": defaults?.json, "paths": .texts(paths.map(\.text)),
        ])
      }
    }
  }
}

extension AppleLinkComponent {
  /// The component as JSON, without absent keys.
  package var json: JSONValue {
    let query: JSONValue? =
      switch query {
      case .pattern(let pattern): .text(pattern)
      case .items(let items): items.json
      // iOS ignores it, so leaving it out is equivalent.
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
