import PolicyText

/// What serves the association files of all hosts of an environment with Apache's web server: one file to
/// include in the virtual hosts that a team has already.
package struct ApacheTarget: GeneratorTarget {
  package static let name = "apache"
  package static let summary =
    "<env>/server/apache.conf: serves the association files with their type, without redirect"
  package init() {}

  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    try ServedHosts.files(input, target: Self.name, name: "apache.conf") { served in
      Self.code(served, input.header).text
    }
  }

  private static func code(
    _ served: ServedHosts, _ header: GeneratedHeader
  ) -> Code<ApacheLanguage> {
    let environment: Code<ApacheLanguage> = "\(word: served.environment.rawValue)"
    let rules = served.hosts.flatMap { host -> [Code<ApacheLanguage>] in
      (host.servesApple
        ? [rule(host.name, environment, "apple-app-site-association", "apple-app-site-association")]
        : [])
        + (host.servesAndroid
          ? [rule(host.name, environment, "assetlinks\\.json", "assetlinks.json")] : [])
    }
    return """
      # \(header)
      #
      # Serves the association files of the hosts of \(environment). Include it in the virtual host of each, after telling
      # where the generated files are; needs mod_rewrite:
      #
      #     Define LINKPOLICY_ROOT /srv/linkpolicy
      #     Include /srv/linkpolicy/\(environment)/server/apache.conf
      #
      # Apple and Google follow no redirects: a Redirect or RewriteRule of the virtual host would come first where it
      # stands above.

      RewriteEngine On
      \(lines: rules)
      RewriteRule "^/\\.well-known/(apple-app-site-association|assetlinks\\.json)$" "-" [R=404,END]

      <LocationMatch "^/\\.well-known/(apple-app-site-association|assetlinks\\.json)$">
          ForceType application/json
      </LocationMatch>

      <Directory "${LINKPOLICY_ROOT}/\(environment)/hosts">
          AllowOverride None
          Options None
          Require all granted
      </Directory>

      """
  }

  /// The name of the server is what the client asked for, in lower case and without port.
  private static func rule(
    _ host: String, _ environment: Code<ApacheLanguage>, _ pattern: Code<ApacheLanguage>,
    _ file: Code<ApacheLanguage>
  ) -> Code<ApacheLanguage> {
    """
    RewriteCond "%{SERVER_NAME}" "=\(word: host)" [NC]
    RewriteRule "^/\\.well-known/\(pattern)$" "${LINKPOLICY_ROOT}/\(environment)/hosts/\(word: host)/.well-known/\(file)" [END]
    """
  }
}
