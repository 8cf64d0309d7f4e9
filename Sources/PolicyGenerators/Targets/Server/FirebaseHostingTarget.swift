import PolicyText

/// Headers of Firebase Hosting.
package struct FirebaseHostingTarget: GeneratorTarget {
  package static let name = "firebase-hosting"
  package static let summary =
    "<env>/server/firebase.json: headers of Firebase Hosting for the association files"
  package init() {}

  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    try ServedHosts.files(input, target: Self.name, name: "firebase.json") { served in
      let settings: JSONValue = [
        "hosting": [
          // Else Hosting writes files of its own.
          "appAssociation": "NONE",
          // The list that `firebase init` writes has `**/.*`: nothing below `.well-known` would be deployed.
          "ignore": ["firebase.json", "**/node_modules/**"],
          "headers": HostingHeaders.json(served),
        ]
      ]
      return settings.text(.pretty) + "\n"
    }
  }
}
