import PolicyText

/// A snippet to import into existing sites, which serves the association files of all hosts of an
/// environment.
package struct CaddyTarget: GeneratorTarget {
  package static let name = "caddy"
  package static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    try ServedHosts.files(input, target: name, name: "Caddyfile") {
      code($0, input.header).text
    }
  }

  private static func code(
    _ served: ServedHosts, _ header: GeneratedHeader
  ) -> Code<WebServerLanguage> {
    let environment: Code<WebServerLanguage> = "\(word: served.environment.rawValue)"
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
      # The generated files are in /srv/linkpolicy, or in the folder of the environment variable LINKPOLICY_ROOT. Apple and
      # Google don't follow redirects. Caddy applies a `redir` of the site itself, outside of a `handle`, first.

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
    _ host: ServedHosts.Host, _ index: Int, _ environment: Code<WebServerLanguage>
  ) -> Code<WebServerLanguage> {
    let paths: Code<WebServerLanguage> =
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
