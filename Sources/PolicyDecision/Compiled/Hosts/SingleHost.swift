package import PolicyText
package import PolicyModel

extension CompiledHost {
  /// Compiles one host alone, from its declarations in the order of the policy names: for questions about
  /// a single link, without the files of the whole workspace.
  package init(
    _ host: ExactString, in environment: Environment,
    declaredBy domains: [(domain: Domain, document: PolicyDocument)], workspace: Workspace
  ) {
    self =
      HostCompiler(
        MergedHost(host: host, environment: environment, domains: domains),
        workspace: workspace, isUsable: { _ in true }
      ).host
  }
}
