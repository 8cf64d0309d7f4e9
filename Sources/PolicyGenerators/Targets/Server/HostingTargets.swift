import PolicyText

package struct NetlifyTarget: GeneratorTarget {
  package static let name = "netlify"

  package static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    let headers = try ServedHosts.files(input, target: name, name: "netlify/_headers") {
      $0.headers(input.header)
    }
    // Netlify applies the first rule that matches: without these, a catch-all of the site could respond with a page.
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
          // Otherwise Hosting serves association files of its own.
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
