import PolicyText

/// What serves the association files of all hosts of an environment with Caddy: a snippet to import in the
/// sites that a team has already.
package struct CaddyTarget: GeneratorTarget {
  package static let name = "caddy"
  package static let summary =
    "<env>/server/Caddyfile: serves the association files with their type, without redirect"
  package init() {}

  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    try ServedHosts.files(input, target: Self.name, name: "Caddyfile") { served in
      Self.code(served, input.header).text
    }
  }

  private static func code(
    _ served: ServedHosts, _ header: GeneratedHeader
  ) -> Code<CaddyLanguage> {
    let environment: Code<CaddyLanguage> = "\(word: served.environment.rawValue)"
    let sites = served.hosts.enumerated().map { site($1, $0, environment) }
    return """
      # \(header)
      #
      # Serves the association files of the hosts of \(environment). Import this file above the sites, and its snippet in
      # the site of each host:
      #
      #     import /srv/linkpolicy/\(environment)/server/Caddyfile
      #     www.example.com {
      #         import linkpolicy_\(environment)
      #     }
      #
      # The generated files are in /srv/linkpolicy, or where the environment variable LINKPOLICY_ROOT says. Apple and
      # Google follow no redirects: a `redir` of the site itself, outside of a `handle`, would come first.

      (linkpolicy_\(environment)) {
          \(lines: sites)
          @linkpolicy_none path /.well-known/apple-app-site-association /.well-known/assetlinks.json
          handle @linkpolicy_none {
              respond 404
          }
      }

      """
  }

  private static func site(
    _ host: ServedHosts.Host, _ index: Int, _ environment: Code<CaddyLanguage>
  ) -> Code<CaddyLanguage> {
    let paths: Code<CaddyLanguage> =
      switch (host.servesApple, host.servesAndroid) {
      case (true, true): "/.well-known/apple-app-site-association /.well-known/assetlinks.json"
      case (true, false): "/.well-known/apple-app-site-association"
      default: "/.well-known/assetlinks.json"
      }
    return """
      @linkpolicy_\(index) {
          host \(word: host.name)
          path \(paths)
      }
      handle @linkpolicy_\(index) {
          root * {$LINKPOLICY_ROOT:/srv/linkpolicy}/\(environment)/hosts/\(word: host.name)
          header Content-Type application/json
          file_server
      }
      """
  }
}
