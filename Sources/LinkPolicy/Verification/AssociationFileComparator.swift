import AssociationFiles
import PolicyDecision
import PolicyModel
import PolicyRules
import PolicyText
import PolicyVerification

/// Checks served association files against the rules and the policies.
struct AssociationFileComparator: AssociationFileComparing {
  private let side: ComparedSide

  init(_ project: Project) { side = ComparedSide(project) }

  // MARK: AssociationFileComparing

  func findings(on body: [UInt8], of file: HostFile, from subject: HostSubject) -> [CheckFinding] {
    let expected = environments(of: subject).compactMap { environment in
      side.hosts.host(subject.host, in: environment).map { (environment, $0.only(file)) }
    }
    let texts = expected.map { $0.1.text(file) }
    // Identical to the generated file.
    if texts.contains(where: { $0.map { $0 == body } ?? false }) { return [] }
    let read = Self.read(body, file)
    let known = Set(
      texts.compactMap { $0 }.flatMap { Self.check(Self.read($0, file), file).map(\.rule) })
    let found = Self.check(read, file).filter { $0.severity > .note && !known.contains($0.rule) }
    let findings = found.map { self.finding($0, read.tree, file, subject) }
    guard read.diagnostics.isEmpty, let deployed = host(read.tree, file, subject.host) else {
      return findings
    }
    let differences = expected.map { environment, host in
      DeployedDifferences(
        deployed, policy: ComparedHost(side: side, host: host), file: file, subject: subject,
        environment: environment)
    }
    // If a host belongs to both environments, one file must match either.
    let nearest = differences.first(where: \.isEmpty) ?? differences.first
    return findings + (nearest?.findings ?? [])
  }

  func agree(
    _ body: [UInt8], _ other: [UInt8], of file: HostFile, host: ExactString
  ) -> Bool? {
    let sides = [body, other].map { bytes -> ComparedHost? in
      let read = Self.read(bytes, file)
      return read.diagnostics.isEmpty ? self.host(read.tree, file, host) : nil
    }
    guard let first = sides[0], let second = sides[1] else { return nil }
    let subject = HostSubject(
      host: host, environment: nil, anchor: SourceAnchor(FileID(0), NodeID(0)), files: [file],
      isSandboxOnly: false, linkedApps: [])
    return DeployedDifferences(
      first, policy: second, file: file, subject: subject, environment: .prod
    ).isEmpty
  }

  func opens(
    _ url: ExactString, in app: ExactString, by body: [UInt8], of file: HostFile,
    host name: ExactString
  ) -> Bool {
    let read = Self.read(body, file)
    guard read.diagnostics.isEmpty, let host = host(read.tree, file, name)?.host else {
      return false
    }
    let rules = HostRules(host, file == .apple ? .ios : .android)
    return rules.answers(url, apps: [app]).first?.verdict.isAllowed ?? false
  }

  // MARK: reading

  private func environments(of subject: HostSubject) -> [Environment] {
    subject.environment.map { [$0] } ?? Environment.allCases
  }

  private static func read(_ body: [UInt8], _ file: HostFile) -> ReadResult {
    let name = file == .apple ? "apple-app-site-association" : "assetlinks.json"
    let input = InputFile(
      source: SourceFile(name: name, bytes: body),
      kind: file == .apple ? .appleAppSiteAssociation : .assetLinks, isExplicit: true)
    return JSONReader.read(input.source, file: FileID(0))
  }

  private static func check(_ read: ReadResult, _ file: HostFile) -> [Diagnostic] {
    let found =
      switch file {
      case .apple: AssociationFileRules.checkApple(read)
      case .android: AssociationFileRules.checkAssetLinks(read)
      }
    return FindingGroups.joined(found.filter { !$0.isMinor }, in: read.tree.source)
  }

  private func host(
    _ tree: SourceTree, _ file: HostFile, _ name: ExactString
  ) -> ComparedHost? {
    tree.root == nil
      ? nil : ComparedHost(serving: tree, isAndroid: file == .android, host: name)
  }

  /// A finding about the file, at the policy's host.
  private func finding(
    _ diagnostic: Diagnostic, _ tree: SourceTree, _ file: HostFile, _ subject: HostSubject
  ) -> CheckFinding {
    let place = tree.source.position(of: diagnostic.location.span.start)
    let url = subject.url(file)
    return CheckFinding(
      diagnostic.rule, diagnostic.severity, in: subject.environment, at: subject.anchor, url: url,
      "\(DisplayText.quoted(url.string)), line \(place.line): \(diagnostic.message)",
      help: diagnostic.help,
      notes: diagnostic.path.isEmpty
        ? [] : ["in the file: `\(DisplayText.visible(diagnostic.path))`"])
  }
}

extension CompiledHost {
  /// The host with only one of its files.
  fileprivate func only(_ file: HostFile) -> CompiledHost {
    var host = self
    switch file {
    case .apple: host.android = nil
    case .android: host.apple = nil
    }
    return host
  }

  /// The file that `generate` writes.
  fileprivate func text(_ file: HostFile) -> [UInt8]? {
    let json = file == .apple ? apple?.json : android?.json
    return json.map { Array(($0.text(.pretty) + "\n").utf8) }
  }
}
