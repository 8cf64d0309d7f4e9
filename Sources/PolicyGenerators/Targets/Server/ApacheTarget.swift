import PolicyText

/// A file to include in existing virtual hosts, which serves the association files of all hosts of
/// an environment.
package struct ApacheTarget: GeneratorTarget {
  package static let name = "apache"
  package static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    try ServedHosts.files(input, target: name, name: "apache.conf") {
      code($0, input.header).text
    }
  }

  private static func code(
    _ served: ServedHosts, _ header: GeneratedHeader
  ) -> Code<WebServerLanguage> {
    let environment: Code<WebServerLanguage> = "\(word: served.environment.rawValue)"
    let rules = served.hosts.flatMap { host -> [Code<WebServerLanguage>] in
      (host.servesApple
        ? [rule(host.name, environment, "apple-app-site-association", "apple-app-site-association")]
        : [])
        + (host.servesAndroid
          ? [rule(host.name, environment, "assetlinks\\.json", "assetlinks.json")] : [])
    }
    return """
      # \(header)
      #
      # Serves the association files of the hosts of \(environment). Include it in the virtual host of each, after you
      # define the folder of the generated files; it needs mod_rewrite:
      #
      #     Define LINKPOLICY_ROOT /srv/linkpolicy
      #     Include /srv/linkpolicy/\(environment)/server/apache.conf
      #
      # Apple and Google don't follow redirects. Apache applies a Redirect or RewriteRule above this Include first.

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

  /// `SERVER_NAME` is the host of the request, in lower case and without a port.
  private static func rule(
    _ host: String, _ environment: Code<WebServerLanguage>, _ pattern: Code<WebServerLanguage>,
    _ file: Code<WebServerLanguage>
  ) -> Code<WebServerLanguage> {
    """
    RewriteCond "%{SERVER_NAME}" "=\(word: host)" [NC]
    RewriteRule "^/\\.well-known/\(pattern)$" "${LINKPOLICY_ROOT}/\(environment)/hosts/\(word: host)/.well-known/\(file)" [END]
    """
  }
}
