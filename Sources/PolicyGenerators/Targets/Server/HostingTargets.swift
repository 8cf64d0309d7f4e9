import PolicyDecision
import PolicyText

package struct NetlifyTarget: GeneratorTarget {
  package static let name = "netlify"

  package static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    let headers = try ServedHosts.files(input, target: name, name: "netlify/_headers") {
      $0.headers(input.header)
    }
    // Netlify applies the first rule that matches: without these, a catch-all of the site could
    // return a page.
    let redirects = try ServedHosts.files(input, target: name, name: "netlify/_redirects") {
      "# \(input.header.text)\n# Put these lines above those of the site.\n"
        + $0.paths.map { "\($0) \($0) 200\n" }.joined()
    }
    return headers + redirects
  }
}

package struct CloudflareTarget: GeneratorTarget {
  package static let name = "cloudflare"

  package static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    try ServedHosts.files(input, target: name, name: "cloudflare/_headers") {
      $0.headers(input.header)
    }
  }
}

package struct VercelTarget: GeneratorTarget {
  package static let name = "vercel"

  package static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    try ServedHosts.files(input, target: name, name: "vercel.json") {
      JSONValue.object([("headers", $0.jsonHeaders)]).text(.pretty) + "\n"
    }
  }
}

package struct FirebaseHostingTarget: GeneratorTarget {
  package static let name = "firebase-hosting"

  package static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    try ServedHosts.files(input, target: name, name: "firebase.json") { served in
      let settings: JSONValue = [
        "hosting": [
          // By default, Hosting serves its own association files.
          "appAssociation": "NONE",
          // The list that `firebase init` writes contains `**/.*`, so Hosting would not deploy `.well-known`.
          "ignore": ["firebase.json", "**/node_modules/**"],
          "headers": served.jsonHeaders,
        ]
      ]
      return settings.text(.pretty) + "\n"
    }
  }
}

extension ServedHosts {
  /// `_headers` of Netlify and Cloudflare Pages: a path, then its headers, indented.
  fileprivate func headers(_ header: GeneratedHeader) -> String {
    "# \(header.text)\n" + paths.map { "\($0)\n  Content-Type: application/json\n" }.joined()
  }

  /// The headers for Vercel and Firebase Hosting.
  fileprivate var jsonHeaders: JSONValue {
    .array(
      paths.map { path in
        [
          "source": .string(path),
          "headers": [["key": "Content-Type", "value": "application/json"]],
        ]
      })
  }
}

/// The hosts of an environment that serve association files.
struct ServedHosts {
  /// A host. Its name is safe as a folder and in all configurations: letters, digits, dots,
  /// hyphens.
  struct Host {
    var name: String
    var servesApple: Bool
    var servesAndroid: Bool
  }

  let environment: Environment
  let hosts: [Host]

  /// nil if no host serves a file.
  init?(_ input: GeneratorInput, _ environment: Environment) throws(GeneratorError) {
    self.environment = environment
    var hosts: [Host] = []
    for host in input.hosts.hosts where host.environment == environment {
      guard host.apple != nil || host.android != nil else { continue }
      hosts.append(
        Host(
          name: try OutputPath.host(host.host, at: host.anchors.first),
          servesApple: host.apple != nil, servesAndroid: host.android != nil))
    }
    guard !hosts.isEmpty else { return nil }
    self.hosts = hosts
  }

  /// The paths that at least one host serves.
  var paths: [String] {
    (hosts.contains(where: \.servesApple) ? ["/.well-known/apple-app-site-association"] : [])
      + (hosts.contains(where: \.servesAndroid) ? ["/.well-known/assetlinks.json"] : [])
  }

  /// The files of a target that writes one per environment.
  static func files(
    _ input: GeneratorInput, target: String, name: String,
    _ text: (ServedHosts) throws(GeneratorError) -> String
  ) throws(GeneratorError) -> [GeneratedFile] {
    var files: [GeneratedFile] = []
    for environment in input.environments {
      guard let served = try ServedHosts(input, environment) else { continue }
      files.append(
        GeneratedFile(
          path: "\(environment.rawValue)/server/\(name)", target: target, environment: environment,
          text: try text(served)))
    }
    return files
  }
}
