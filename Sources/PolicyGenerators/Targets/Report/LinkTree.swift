import PolicyDecision
package import PolicyModel
package import PolicyText

/// The paths of a host as a tree, with the app that opens each on iOS and Android.
package struct LinkTree: Sendable {
  package struct Entry: Sendable {
    /// 1 below a folder.
    package var depth: Int
    /// The path, or a folder of several paths.
    package var name: ExactString
    /// A link that the path describes; nil for a folder.
    package var example: ExactString?
    /// Identifiers of the apps that open the example; empty for the browser.
    var iOS: [ExactString] = []
    var android: [ExactString] = []
    /// True if an app opens the example on one platform only.
    package var differs: Bool { iOS.isEmpty != android.isEmpty }
    /// Names of the apps, as policies have them.
    package var iOSApps: [ExactString] = []
    package var androidApps: [ExactString] = []

    init(depth: Int, name: ExactString) {
      self.depth = depth
      self.name = name
    }
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
        func names(_ apps: [ExactString]) -> [ExactString] {
          apps.flatMap { report.apps($0, in: compiled.environment).compactMap(\.plain) }
        }
        let entries = ReportLinkTree(report: report, host: compiled).entries.map { entry in
          var entry = entry
          entry.iOSApps = names(entry.iOS)
          entry.androidApps = names(entry.android)
          return entry
        }
        return LinkTree(host: host.host, environment: compiled.environment, entries: entries)
      }
    }
  }
}
