import AssociationFiles
import PolicyDecision
import PolicyModel
import PolicyText

/// The manifest of an app, with an element per activity.
enum AndroidManifest {
  /// nil for an app that needs no intent filter.
  static func element(_ app: AppProject) throws(GeneratorError) -> XMLElement? {
    var activities = Activities()
    for host in app.links.sorted(by: { $0.host.value < $1.host.value }) {
      if host.isNarrowed {
        activities.add(
          .comment(
            "Android 15 and later narrow these links by assetlinks.json; older versions open them all."
          ),
          to: app.linkActivity)
      }
      activities.add(.element(try linkFilter(host)), to: app.linkActivity)
    }
    for target in try redirectTargets(app) {
      activities.add(.element(filter([view], [browsable], data: target)), to: app.linkActivity)
    }
    for flip in app.flips {
      let action = XMLElement(
        "action", [("android:name", try AndroidAttribute.value(flip.action))])
      activities.add(.element(filter([action], [])), to: flip.activity)
    }
    let elements = try activities.elements()
    guard !elements.isEmpty else { return nil }
    return XMLElement(
      "manifest", [("xmlns:android", "http://schemas.android.com/apk/res/android")],
      children: [.element(XMLElement("application", children: elements.map { .element($0) }))])
  }

  // MARK: filters

  /// `https` only: Android verifies a host over https, and servers redirect http links.
  private static func linkFilter(_ links: AppLinkHost) throws(GeneratorError) -> XMLElement {
    let host = ExactString(try OutputPath.host(links.host.value, at: links.host.anchor))
    var data: [XMLElement] = [
      XMLElement("data", [("android:scheme", "https")]),
      XMLElement("data", [("android:host", try XMLString(host, at: links.host.anchor))]),
    ]
    for path in links.paths.compactMap({ $0 }) {
      let name: StaticString =
        switch path.kind {
        case .literal: "android:path"
        case .prefix: "android:pathPrefix"
        case .simpleGlob: "android:pathPattern"
        }
      data.append(
        XMLElement("data", [(name, try AndroidAttribute.value(path.text, at: links.host.anchor))]))
    }
    return filter([view], [browsable], data: data, attributes: [("android:autoVerify", "true")])
  }

  /// The data elements of each private-use redirect URI: its scheme and, if it has an authority,
  /// its host and path, which Android applies only together.
  private static func redirectTargets(_ app: AppProject) throws(GeneratorError) -> [[XMLElement]] {
    var targets: [[XMLElement]] = []
    var seen: Set<ExactString> = []
    for uri in app.redirectURIs {
      let parts = URIParts(uri.value)
      var data: [(StaticString, ExactString)] = [("android:scheme", parts.lowerScheme)]
      let host = parts.lowerHost
      if !host.isEmpty {
        data.append(("android:host", host))
        if !parts.path.isEmpty { data.append(("android:path", parts.text(parts.path))) }
      }
      let key = data.map { $0.0.description + "=" + $0.1.string }.joined(separator: "\n")
      guard seen.insert(ExactString(key)).inserted else { continue }
      var attributes: [(StaticString, XMLString)] = []
      for (name, value) in data {
        attributes.append((name, try AndroidAttribute.value(value, at: uri.anchor)))
      }
      targets.append([XMLElement("data", attributes)])
    }
    return targets
  }

  private static let view = XMLElement("action", [("android:name", "android.intent.action.VIEW")])
  private static let browsable = XMLElement(
    "category", [("android:name", "android.intent.category.BROWSABLE")])

  private static func filter(
    _ actions: [XMLElement], _ categories: [XMLElement], data: [XMLElement] = [],
    attributes: [(StaticString, XMLString)] = []
  ) -> XMLElement {
    let standard = XMLElement(
      "category", [("android:name", "android.intent.category.DEFAULT")])
    return XMLElement(
      "intent-filter", attributes,
      children: (actions + [standard] + categories + data).map { .element($0) })
  }
}

/// Intent filters by activity, in the order of first use.
private struct Activities {
  private var names: [Entry] = []
  private var filters: [ExactString: [XMLElement.Node]] = [:]

  mutating func add(_ filter: XMLElement.Node, to activity: Entry) {
    if filters[activity.value] == nil { names.append(activity) }
    filters[activity.value, default: []].append(filter)
  }

  /// From API level 31 on, an activity with a filter must have `android:exported`.
  func elements() throws(GeneratorError) -> [XMLElement] {
    var elements: [XMLElement] = []
    for name in names {
      elements.append(
        XMLElement(
          "activity",
          [("android:name", try AndroidAttribute.value(name)), ("android:exported", "true")],
          children: filters[name.value] ?? []))
    }
    return elements
  }
}

/// Attributes in the syntax of Android's build tools.
enum AndroidAttribute {
  static func value(_ entry: Entry) throws(GeneratorError) -> XMLString {
    try value(entry.value, at: entry.anchor)
  }

  /// Escapes a value: backslashes, `@` and `?` at the start (references to resources) and `${` (a build placeholder).
  static func value(
    _ text: ExactString, at anchor: SourceAnchor
  ) throws(GeneratorError) -> XMLString {
    var output = ""
    let scalars = Array(text.string.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "\\": output += "\\\\"
      case "@" where index == 0, "?" where index == 0:
        output += "\\"
        output.unicodeScalars.append(scalar)
      case "$" where index + 1 < scalars.count && scalars[index + 1] == "{": output += "\\u0024"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return try XMLString(ExactString(output), at: anchor)
  }
}

/// A manifest for every Android app, with the intent filters of its links, App Flip and redirect URIs. Gradle merges it as
/// the manifest of a source set or product flavor. An app without filters gets no file.
package struct AndroidManifestTarget: GeneratorTarget {
  package static let name = "android-manifest"
  package static let isDefault = true
  package static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    try input.appFiles(Self.name, isApple: false) {
      (app) throws(GeneratorError) -> (name: String, text: String)? in
      guard let manifest = try AndroidManifest.element(app) else { return nil }
      return ("AndroidManifest.xml", manifest.document(input.header))
    }
  }
}
