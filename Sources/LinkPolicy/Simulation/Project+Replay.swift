public import PolicyDecision

extension Replay {
  /// A replay through the policies of a project.
  ///
  /// - Parameter old: older policies to compare with.
  package init(_ new: Project, against old: Project? = nil, options: Options = Options()) {
    self.init(
      policies: (new.compiled, new.workspace),
      against: old.map { ($0.compiled, $0.workspace) }, options: options)
  }
}

extension Project {
  /// Evaluates the requests of a log, one JSON object per line, and counts the decisions.
  ///
  /// - Parameter old: older policies to compare with.
  public func replay(
    _ log: [UInt8], against old: Project? = nil, options: Replay.Options = Replay.Options()
  ) -> ReplaySummary {
    Replay(self, against: old, options: options).run(log)
  }
}
