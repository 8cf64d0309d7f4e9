import PolicyDecision
package import PolicyText

/// The paths of a host as a tree, with the apps that open all or some of the links below each.
package struct LinkTree: Sendable {
  /// An app and the links of an entry that it opens.
  package struct Opened: Sendable {
    /// How many of the links, proved by the algebra of link rules.
    package enum Share: String, Sendable {
      case all, some
      /// The rules are too large to compare.
      case undecided
    }

    /// Its Apple app ID or Android package name; in `linkTrees` the name that policies give it.
    package var app: ExactString
    package var share: Share
    /// The shortest link that it opens; nil for all.
    var example: ExactString?
  }

  package struct Entry: Sendable {
    /// 0 for all links of the host.
    package var depth: Int
    /// The pattern of the paths.
    package var pattern: ExactString
    /// The shortest link that the pattern matches and an app opens, or else the browser; nil if the rules are too large.
    package var example: ExactString?
    /// Empty for the browser.
    package var iOS: [Opened]
    package var android: [Opened]
    /// The shortest links that open an app on one platform only.
    var differences: [Difference]
    /// True if a link opens an app on one platform only, or that can't be told.
    package var differs: Bool { !differences.isEmpty }
  }

  enum Difference: Sendable {
    case onlyIOS(ExactString)
    case onlyAndroid(ExactString)
    case undecided
  }

  package var host: ExactString
  package var environment: Environment
  package var entries: [Entry]
}

extension GeneratorInput {
  /// The map of the report; nil without clients.
  package var map: Drawing? {
    let report = ReportContext(self)
    return report.clients.isEmpty ? nil : ReportMap(report).drawing
  }

  /// A tree for each host and environment, in byte order of the hosts.
  package var linkTrees: [LinkTree] {
    let report = ReportContext(self)
    return report.hosts.flatMap { host in
      host.compiled.map { compiled in
        func named(_ opened: [LinkTree.Opened]) -> [LinkTree.Opened] {
          opened.flatMap { opened in
            report.apps(opened.app, in: compiled.environment).compactMap(\.plain).map {
              LinkTree.Opened(app: $0, share: opened.share, example: opened.example)
            }
          }
        }
        let entries = ReportLinkTree(report: report, host: compiled).entries.map { entry in
          var entry = entry
          entry.iOS = named(entry.iOS)
          entry.android = named(entry.android)
          return entry
        }
        return LinkTree(host: host.host, environment: compiled.environment, entries: entries)
      }
    }
  }
}
