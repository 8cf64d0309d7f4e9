import PolicyModel
import PolicyText

/// Finds the host of each association file, which the file itself doesn't contain.
///
/// In this order: the user's setting; the folder above `.well-known` if its name is a host; the site's `CNAME` file; the
/// only host that entitlements or manifests name for the file's apps; the host of the other file of the site. Otherwise
/// `init` writes `TODO`, unless several sites have no host.
struct ServingHosts {
  private var hosts: [FileID: ExactString] = [:]
  private(set) var findings: [Diagnostic] = []
  /// Files whose host is unknown.
  private(set) var unserved: [String] = []

  init(_ imported: ImportedValues, _ identities: AppIdentities, _ library: ImportLibrary) {
    var named: [AppReference: Set<ExactString>] = [:]
    var apps: [FileID: [AppReference]] = [:]
    func note(_ app: AppReference, _ host: HostReference) {
      for (app, _) in identities.apps(app) {
        switch host {
        case .named(let host): named[app, default: []].insert(ASCII.lowercased(host))
        case .serving(let file): apps[file, default: []].append(app)
        }
      }
    }
    var files: Set<FileID> = []
    for value in imported.values {
      guard case .host(let host) = value.subject else { continue }
      if case .serving(let file) = host { files.insert(file) }
      switch value.value {
      case .app(let app): note(app, host)
      case .link(let link): for app in link.apps { note(app.app, host) }
      case .text, .boolean, .secret: break
      }
    }
    var unknown: [(source: ImportSource, hosts: Set<ExactString>)] = []
    for file in files.sorted() {
      let source = library.sources[file.index]
      if let host = library.options.hostsByPath[ExactString(source.path)] ?? library.options.host {
        hosts[file] = ASCII.lowercased(host)
      } else if let host = Self.folderName(of: source) {
        hosts[file] = host
      } else if let host = Self.siteName(beside: source) {
        take(host, "the site's `CNAME` file names it", source)
      } else {
        let agreed = Set((apps[file] ?? []).flatMap { named[$0] ?? [] })
        if let host = agreed.first, agreed.count == 1 {
          take(host, "it is the only host that its apps name", source)
        } else {
          unknown.append((source, agreed))
        }
      }
    }
    var left: [(source: ImportSource, hosts: Set<ExactString>)] = []
    for (source, agreed) in unknown {
      let others = hosts.filter { Self.site(library.sources[$0.key.index]) == Self.site(source) }
      if let host = others.first?.value, Set(others.values).count == 1 {
        take(host, "the other file of the site has it", source)
        continue
      }
      unserved.append(source.path)
      left.append((source, agreed))
    }
    let isOneSite =
      Set(left.map { Self.folders($0.source) }).count == 1 && left.allSatisfy(\.hosts.isEmpty)
    for (source, agreed) in left {
      if isOneSite, library.options.completes {
        hosts[source.id] = ExactString(UnknownValue.text)
        report(.note, "wrote `TODO` for the host that serves this file", source)
        continue
      }
      let more = agreed.sorted().map { DisplayText.quoted($0.string) }.joined(separator: ", ")
      report(
        .warning,
        "can't tell which host serves this file"
          + (agreed.isEmpty ? "" : ": its apps name \(more)"), source)
    }
  }

  /// The directory of a site that serves the file; nil if files of several sites can be in it.
  private static func site(_ source: ImportSource) -> ExactString? {
    let folders = source.pathParts.dropLast()
    guard folders.last == ".well-known" else { return nil }
    return ExactString(folders.map(\.string).joined(separator: "/"))
  }

  /// The host of a file; nil if unknown.
  func host(of file: FileID) -> ExactString? { hosts[file] }

  private mutating func take(_ host: ExactString, _ reason: String, _ source: ImportSource) {
    hosts[source.id] = host
    report(
      .note, "assigned this file to host \(DisplayText.quoted(host.string)): \(reason)", source)
  }

  private mutating func report(_ severity: Severity, _ message: String, _ source: ImportSource) {
    findings.append(
      ImportRule.hostUnknown.finding(
        message, at: source.start,
        help: "pass `--host HOST`\(severity == .note ? " to choose another host" : "")",
        severity: severity))
  }

  /// The host in `hosts/www.acme.example/.well-known/…`, also without `.well-known`.
  private static func folderName(of source: ImportSource) -> ExactString? {
    guard let folder = folders(source).last else { return nil }
    let name = ASCII.lowercased(folder)
    return isHost(name) ? name : nil
  }

  /// The folders of a file without `.well-known`.
  private static func folders(_ source: ImportSource) -> [ExactString] {
    let folders = source.pathParts.dropLast()
    return Array(folders.last == ".well-known" ? folders.dropLast() : folders)
  }

  private static func siteName(beside source: ImportSource) -> ExactString? {
    guard
      let file = source.path.utf8.contains(UInt8(ascii: "/"))
        ? source.neighbor("../CNAME") ?? source.neighbor("CNAME") : nil,
      let line = file.lines.first?.text
    else { return nil }
    let name = ASCII.lowercased(line)
    return isHost(name) ? name : nil
  }

  /// Whether the name has at least two labels of letters, digits and hyphens, the last one of letters.
  private static func isHost(_ name: ExactString) -> Bool {
    let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard labels.count > 1, let last = labels.last, last.count > 1 else { return false }
    let isLetters = last.allSatisfy { (0x61...0x7A).contains($0) }
    return isLetters
      && labels.allSatisfy { label in
        !label.isEmpty
          && label.allSatisfy {
            (0x61...0x7A).contains($0) || $0.isDigit || $0 == UInt8(ascii: "-")
          }
      }
  }
}
