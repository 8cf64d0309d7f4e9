import AssociationFiles
package import PolicyText
import PolicyModel

/// One cause, one finding, across rules and places of an `apple-app-site-association`: what a heavier
/// finding elsewhere in the file explains is not said.
package enum ExplainedFindings {
  /// The findings without those that others explain.
  package static func left(of findings: [Diagnostic], in tree: SourceTree) -> [Diagnostic] {
    let rules = Set(findings.map(\.rule))
    guard !rules.isDisjoint(with: ["link-rule-claims-authentication", "credentials-missing"]),
      tree.root != nil
    else { return findings }
    let file = AppleFile(tree)
    let idle = idlePlaces(file)
    let lacksCredentials = lacksCredentials(file)
    return findings.filter { finding in
      switch finding.rule {
      // An entry without an app claims nothing.
      case "link-rule-claims-authentication":
        !idle.contains { $0.contains(finding.location.span) }
      case "credentials-missing": lacksCredentials
      default: true
      }
    }
  }

  /// The entries all of whose app IDs cannot be one.
  private static func idlePlaces(_ file: AppleFile) -> [Span] {
    (file.content.applinks?.details ?? []).compactMap { entry in
      guard let node = entry.node, !entry.appIDs.contains(where: isAppID) else { return nil }
      return file.tree.span(node)
    }
  }

  /// True where an app that opens links really is left out of `webcredentials`.
  private static func lacksCredentials(_ file: AppleFile) -> Bool {
    let sharing = file.content.webcredentials?.apps ?? []
    // What is meant by a name that cannot be one is not known.
    guard sharing.allSatisfy(isAppID) else { return false }
    let names = Set(sharing)
    return (file.content.applinks?.details ?? []).flatMap(\.appIDs).contains { app in
      // App Clips, watch apps and extensions have the name of their app in front of theirs.
      isAppID(app) && !names.contains(app) && !isPart(app)
        && !sharing.contains { app.hasPrefix($0.string + ".") }
    }
  }

  /// True for App Clips and watch apps, as Xcode names them: people sign in with the app.
  private static func isPart(_ app: ExactString) -> Bool {
    [".watchkitapp", ".watchkitapp.watchkitextension", ".watchkitextension", ".Clip"].contains {
      app.hasSuffix($0)
    }
  }

  private static func isAppID(_ text: ExactString) -> Bool {
    let bytes = Array(text.utf8)
    guard let dot = bytes.firstIndex(of: UInt8(ascii: ".")) else { return false }
    return AppleAppIdFormat.isTeam(ExactString(decoding: bytes[..<dot]))
      && AppleAppIdFormat.isBundle(ExactString(decoding: bytes[(dot + 1)...]))
  }
}
