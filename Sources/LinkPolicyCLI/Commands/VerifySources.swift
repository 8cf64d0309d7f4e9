import LinkPolicy
import PolicyVerification
import PolicyText

/// The source of the responses: a directory, a recording, or servers.
struct VerifySources {
  let command: VerifyCommand
  let curl: CurlSettings
  let console: Console

  func fetcher(_ options: VerificationOptions) throws -> any Fetcher {
    if let directory = command.deployed {
      try check(directory)
      return DirectoryFetcher { read("\(directory)/\($0)") }
    }
    if let directory = command.replay {
      try check(directory)
      return RecordedFetcher { read("\(directory)/\($0)") }
    }
    return try servers(options)
  }

  private func check(_ directory: String) throws {
    guard console.fileSystem.kind(of: directory) == .directory else {
      throw FileSystemError(path: directory, reason: "no such directory")
    }
  }

  private func read(_ path: String) -> [UInt8]? {
    guard console.fileSystem.kind(of: path) == .file else { return nil }
    return try? console.fileSystem.read(path, within: console.access)
  }

  private func servers(_ options: VerificationOptions) throws -> any Fetcher {
    var settings = curl
    let parties = options.asksThirdParties ? options.thirdParties.hosts : []
    if !command.network.bases.isEmpty { settings.unchecked = parties }
    settings.showsCertificates = try CurlVersion(console).showsCertificates
    var source: any Fetcher = CurlFetcher(settings, console)
    if let directory = command.record {
      source = RecordingFetcher(source) { name, text in
        do {
          try console.fileSystem.write(Array(text.utf8), to: "\(directory)/\(name)")
        } catch {
          console.writeError("linkpolicy: \(DisplayText.visible("\(error)"))\n")
        }
      }
    }
    return GuardedFetcher(
      source, trusted: try trusted(options),
      allowed: settings.allowedHosts,
      thirdParties: parties)
  }

  /// The hosts that the policies of `--allow-from` name.
  private func trusted(_ options: VerificationOptions) throws -> Set<ExactString>? {
    guard let revision = command.network.allowFrom else { return nil }
    let configuration = try ProjectLoader.configuration(color: command.color, console)
    let paths = command.paths.isEmpty ? configuration.defaultPaths : command.paths
    let (repository, commit) = try console.trusted("--allow-from", revision)
    let files = try RevisionFileSystem(
      commit: commit, paths: paths, in: repository, access: console.access)
    let present = paths.filter { files.kind(of: $0) != nil }
    let base = Project(try InputFiles(present, in: files, access: console.access).files)
    var options = options
    options.hosts = []
    return Verification.hosts(of: base, options: options)
  }
}
