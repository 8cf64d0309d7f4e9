import LinkPolicy

extension FuzzTarget {
  /// What `test`, `flow` and `who-allows` make of a policy: every registered redirect URI is let in by somebody.
  static let questions = FuzzTarget("questions", maximumLength: 16_384) {
    try Seeds.policies()
  } run: { bytes in
    let source = SourceFile(name: "Policies/f.yaml", bytes: bytes)
    let project = Project([InputFile(source: source, kind: .policy, isExplicit: true)])
    _ = TestRunner(project).run()
    _ = try? project.flows()
    for client in project.compiled.clients.values.joined() {
      for uri in client.redirectURIs.prefix(2) {
        Finding.unless(
          !WhoAllows(uri.value, in: project).matches.isEmpty, "nobody lets in \(uri.value)")
      }
    }
  }
}
