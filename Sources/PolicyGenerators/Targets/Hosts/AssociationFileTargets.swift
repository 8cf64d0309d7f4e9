import AssociationFiles
import PolicyDecision
import PolicyModel
import PolicyText

/// `apple-app-site-association` of every host.
package struct AppleAssociationTarget: GeneratorTarget {
  package static let name = "aasa"
  package static let isDefault = true

  package static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    try input.associationFiles(
      name, fileName: "apple-app-site-association", platform: "iOS", maximumBytes: 131_072,
      json: { $0.apple?.json }, check: { (host) throws(GeneratorError) in try host.checkApple() })
  }
}

/// `assetlinks.json` of every host.
package struct AssetLinksTarget: GeneratorTarget {
  package static let name = "assetlinks"
  package static let isDefault = true

  package static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    try input.associationFiles(
      name, fileName: "assetlinks.json", platform: "Android", maximumBytes: 1_048_576,
      json: { $0.android?.json },
      check: { (host) throws(GeneratorError) in try host.checkAndroid() })
  }
}

extension GeneratorInput {
  /// `<env>/hosts/<host>/.well-known/<name>` for the hosts of the selected environments. No file
  /// contains its host, so one host may be `TODO`. Several may not, because they would share a
  /// folder.
  ///
  /// - Parameters:
  ///   - platform: rejects larger files.
  ///   - json: returns the contents for a host; nil for a host that doesn't need the file.
  fileprivate func associationFiles(
    _ target: String, fileName: String, platform: String, maximumBytes: Int,
    json: (CompiledHost) -> JSONValue?, check: (HostSelfCheck) throws(GeneratorError) -> Void
  ) throws(GeneratorError) -> [GeneratedFile] {
    var files: [GeneratedFile] = []
    let unknown = hosts.unknownHosts.filter { host in
      hosts.unknownHosts.count { $0.environment == host.environment } == 1
    }
    for host in hosts.hosts + unknown where environments.contains(host.environment) {
      guard let json = json(host) else { continue }
      let text = json.text(.pretty) + "\n"
      guard text.utf8.count <= maximumBytes else {
        throw GeneratorError(
          "`\(fileName)` of \(DisplayText.quoted(host.host.string)) has \(text.utf8.count) bytes; \(platform) rejects files over \(maximumBytes) bytes",
          target: target, at: host.anchors.first)
      }
      try check(HostSelfCheck(host: host))
      let isUnknown = host.host == ExactString(UnknownValue.text)
      let folder =
        isUnknown ? UnknownValue.text : try OutputPath.host(host.host, at: host.anchors.first)
      files.append(
        GeneratedFile(
          path: "\(host.environment.rawValue)/hosts/\(folder)/.well-known/\(fileName)",
          target: target, environment: host.environment, text: text))
    }
    return files
  }
}

/// Checks that the platforms' decisions with generated files match the policy.
private struct HostSelfCheck {
  let host: CompiledHost

  /// Every App Flip link opens its app, and every allowed literal path opens its apps unless an exclude precedes it.
  func checkApple() throws(GeneratorError) {
    guard let file = host.apple else { return }
    let matcher = AppleLinkMatcher(file, domain: ASCII.lowercased(host.host))
    for link in host.literals {
      let answer = matcher.answer(url(link.path))
      for app in link.appleApps where answer.decision(app).outcome == .noMatch {
        throw failure(url(link.path), app, AppleAssociationTarget.name, link.anchor)
      }
    }
    for flip in host.flips where matcher.answer(flip.url).decision(flip.app).outcome != .match {
      throw failure(flip.url, flip.app, AppleAssociationTarget.name, flip.anchor)
    }
  }

  /// Every allowed literal path opens its apps unless an exclude precedes it.
  func checkAndroid() throws(GeneratorError) {
    guard let file = host.android else { return }
    let matcher = AndroidLinkMatcher(file, host: ASCII.lowercased(host.host))
    for link in host.literals {
      for app in link.androidApps {
        let answer = matcher.answer(url(link.path), package: app)
        guard answer.decisions.allSatisfy({ $0.outcome != .noMatch }) else {
          throw failure(url(link.path), app, AssetLinksTarget.name, link.anchor)
        }
      }
    }
  }

  private func url(_ path: ExactString) -> ExactString {
    ExactString("https://" + host.host.string + path.string)
  }

  private func failure(
    _ url: ExactString, _ app: ExactString, _ target: String, _ anchor: SourceAnchor
  ) -> GeneratorError {
    GeneratorError(
      "\(DisplayText.quoted(url.string)) must open \(DisplayText.quoted(app.string)) in "
        + "\(host.environment.rawValue), but no rule of its host does", target: target, at: anchor)
  }
}
