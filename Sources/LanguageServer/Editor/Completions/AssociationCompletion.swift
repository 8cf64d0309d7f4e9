import AssociationFiles
import LinkPolicy
import PolicyModel

/// Completions in an association file: its keys, and the apps that policies declare.
struct AssociationCompletion {
  let context: JSONContext
  let isApple: Bool
  let project: Project?

  var items: [Completion.Item] {
    if context.isKey {
      return AssociationKey.keys(below: context.key, isApple: isApple)
        .filter { !context.siblings.contains($0.name) }.map { key in
          Completion.Item(
            label: key.name, kind: .key, detail: key.summary,
            text: JSONValue.string(key.name).text() + ": " + key.opening)
        }
    }
    switch context.key {
    case "appIDs", "appID", "apps": return apps(isApple: true)
    case "package_name": return apps(isApple: false)
    case "sha256_cert_fingerprints": return fingerprints
    case "relation": return AssociationKey.relations.map { text($0, "relation") }
    case "namespace": return [text("android_app", "an app"), text("web", "a site")]
    case "exclude", "caseSensitive", "percentEncoded":
      return ["true", "false"].map {
        Completion.Item(label: $0, kind: .value, detail: "", text: $0)
      }
    case "/" where isApple, "paths":
      return LinkVariables.predefined.map { text("/$(\($0.string))", "defined by Apple") }
        + [text("/*", "every path")]
    default: return []
    }
  }

  private func text(
    _ text: String, _ detail: String, _ kind: Completion.Item.Kind = .value
  ) -> Completion.Item {
    Completion.Item(label: text, kind: kind, detail: detail, text: JSONValue.string(text).text())
  }

  private func apps(isApple: Bool) -> [Completion.Item] {
    (project?.workspace.policies ?? []).flatMap { document in
      document.policy.apps.compactMap { app in
        let identifier = isApple ? app.appleAppID : app.packageName?.value
        return identifier.map {
          text($0.string, "\(document.name.string)/\(app.id.value.string)", .reference)
        }
      }
    }
  }

  private var fingerprints: [Completion.Item] {
    (project?.workspace.policies ?? []).flatMap { document in
      document.policy.apps.flatMap { app in
        (app.sha256Fingerprints?.values ?? []).flatMap(\.value).map {
          text($0.value.string, "\(document.name.string)/\(app.id.value.string)", .reference)
        }
      }
    }
  }
}
