import PolicyText

/// A file to include in existing server blocks, which serves the association files of all hosts of
/// an environment.
package struct NginxTarget: GeneratorTarget {
  package static let name = "nginx"

  package static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    try ServedHosts.files(input, target: name, name: "nginx.conf") {
      code($0, input.header).text
    }
  }

  private static func code(
    _ served: ServedHosts, _ header: GeneratedHeader
  ) -> Code<WebServerLanguage> {
    let environment: Code<WebServerLanguage> = "\(word: served.environment.rawValue)"
    let apple = location(
      "apple-app-site-association", served.hosts.filter(\.servesApple), environment)
    let android = location("assetlinks.json", served.hosts.filter(\.servesAndroid), environment)
    return """
      # \(header)
      #
      # Serves the association files of the hosts of \(environment). Include it in the server block of each,
      # after you set the folder of the generated files:
      #
      #     set $linkpolicy_root /srv/linkpolicy;
      #     include /srv/linkpolicy/\(environment)/server/nginx.conf;
      #
      # Apple and Google don't follow redirects. nginx applies a `return` or `rewrite` of the server block itself,
      # outside of its locations, before these locations.

      \(apple)

      \(android)

      """
  }

  /// `$host` is the host of the request, in lower case and without a port; only hosts of the policy
  /// become part of a path.
  private static func location(
    _ file: StaticString, _ hosts: [ServedHosts.Host], _ environment: Code<WebServerLanguage>
  ) -> Code<WebServerLanguage> {
    let names = hosts.map { host -> Code<WebServerLanguage> in
      """
      if ($host = \(literal: host.name)) {
          set $linkpolicy_host \(literal: host.name);
      }
      """
    }
    return """
      location = /.well-known/\(Code(stringLiteral: file)) {
          set $linkpolicy_host "";
          \(lines: names)
          if ($linkpolicy_host = "") {
              return 404;
          }
          root $linkpolicy_root/\(environment)/hosts/$linkpolicy_host;
          types {
          }
          default_type application/json;
      }
      """
  }
}
