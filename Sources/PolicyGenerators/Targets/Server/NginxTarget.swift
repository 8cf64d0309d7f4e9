import PolicyDecision
import PolicyText

/// What serves the association files of all hosts of an environment: one file to include in the server
/// blocks that a team has already, with its own certificates and everything else.
package struct NginxTarget: GeneratorTarget {
  package static let name = "nginx"
  package static let summary =
    "<env>/server/nginx.conf: serves the association files with their type, without redirect"
  package init() {}

  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    var files: [GeneratedFile] = []
    for environment in input.environments {
      let hosts = input.hosts.hosts.filter {
        $0.environment == environment && ($0.apple != nil || $0.android != nil)
      }
      guard !hosts.isEmpty else { continue }
      files.append(
        GeneratedFile(
          path: "\(environment.rawValue)/server/nginx.conf", target: Self.name,
          environment: environment, text: try Self.code(hosts, environment, input.header).text))
    }
    return files
  }

  private static func code(
    _ hosts: [CompiledHost], _ environment: Environment, _ header: GeneratedHeader
  ) throws(GeneratorError) -> Code<NginxLanguage> {
    let environment: Code<NginxLanguage> =
      switch environment {
      case .prod: "prod"
      case .sandbox: "sandbox"
      }
    let apple = try location(
      "apple-app-site-association", hosts.filter { $0.apple != nil }, environment)
    let android = try location("assetlinks.json", hosts.filter { $0.android != nil }, environment)
    return """
      # \(header)
      #
      # Serves the association files of the hosts of \(environment). Include it in the server block of each,
      # after telling where the generated files are:
      #
      #     set $linkpolicy_root /srv/linkpolicy;
      #     include /srv/linkpolicy/\(environment)/server/nginx.conf;
      #
      # Apple and Google follow no redirects: a `return` or `rewrite` of the server block itself, outside of
      # its locations, would come first.

      \(apple)

      \(android)

      """
  }

  /// `$host` is what the client asked for, in lower case and without port; only hosts of the policy get
  /// into the path of a file. Nothing is evaluated for other requests.
  private static func location(
    _ file: StaticString, _ hosts: [CompiledHost], _ environment: Code<NginxLanguage>
  ) throws(GeneratorError) -> Code<NginxLanguage> {
    var names: [Code<NginxLanguage>] = []
    for host in hosts {
      let name = try OutputPath.host(host.host, at: host.anchors.first)
      names.append(
        """
        if ($host = \(literal: name)) {
            set $linkpolicy_host \(literal: name);
        }
        """)
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
