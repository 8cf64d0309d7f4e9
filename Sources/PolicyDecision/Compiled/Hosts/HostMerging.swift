package import PolicyModel
package import PolicyText

/// A host with its declarations in all policies of a workspace, in one environment.
struct MergedHost {
  /// ASCII letters in lower case.
  var host: ExactString
  var environment: Environment
  /// In the byte order of the policy names.
  var domains: [(domain: Domain, document: PolicyDocument)]
}

/// Merges the declarations of hosts. Entries are concatenated in the byte order of the policy
/// names.
struct HostMerging {
  let workspace: Workspace
  let environment: Environment

  /// In the byte order of the hosts.
  var hosts: [MergedHost] {
    var merged: [ExactString: MergedHost] = [:]
    for document in workspace.policies {
      for domain in document.policy.domains
      where domain.environment.value.environments.contains(environment) {
        let host = ASCII.lowercased(domain.host.value)
        merged[host, default: MergedHost(host: host, environment: environment, domains: [])]
          .domains.append((domain, document))
      }
    }
    return merged.values.sorted { $0.host < $1.host }
  }

  /// The App Flip links by host, if their client and app exist in the environment.
  func flips(isUsable: (SourceAnchor) -> Bool) -> [ExactString: [CompiledHost.FlipLink]] {
    var flips: [ExactString: [CompiledHost.FlipLink]] = [:]
    for document in workspace.policies {
      for client in document.policy.clients where client.clientID?[environment] != nil {
        guard let flip = client.appFlipIOS, let link = flip.universalLink?[environment] else {
          continue
        }
        let linkHost = URIParts(link.value).lowerHost
        guard isUsable(document.anchor(link)), let reference = flip.app?[environment],
          let app = workspace.app(reference.value, from: document)?.app,
          app.exists(in: environment), let id = app.appleAppID
        else { continue }
        flips[linkHost, default: []].append(
          CompiledHost.FlipLink(url: link.value, app: id, anchor: document.anchor(link)))
      }
    }
    return flips
  }
}

extension CompiledHost {
  /// Compiles a single host from its declarations, in the order of the policy names. Decides about
  /// single links without the files of the whole workspace.
  package init(
    _ host: ExactString, in environment: Environment,
    declaredBy domains: [(domain: Domain, document: PolicyDocument)], workspace: Workspace
  ) {
    self =
      HostCompiler(
        merged: MergedHost(host: host, environment: environment, domains: domains),
        workspace: workspace, isUsable: { _ in true }
      ).host
  }
}
