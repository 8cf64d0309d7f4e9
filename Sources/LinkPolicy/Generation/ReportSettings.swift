public import PolicyText

/// What the report shows in addition to the policies.
public struct ReportSettings: Sendable {
  /// Older policies: the report then begins with what changed.
  public var older: Project?
  /// What the older policies are called: a path or a revision.
  public var olderName: String
  /// Where rules have pages.
  public var documentation: DocumentationBase?

  /// The commit that the policies are from, in words; nil leaves it out.
  public var commit: String?

  /// A report on the policies alone.
  public init(
    older: Project? = nil, olderName: String = "", documentation: DocumentationBase? = nil
  ) {
    self.older = older
    self.olderName = olderName
    self.documentation = documentation
  }
}
