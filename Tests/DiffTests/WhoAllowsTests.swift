import LinkPolicy
import Testing
import PolicyTestSupport

/// `who-allows` lists entries from every part of a policy that accepts URIs.
@Suite struct WhoAllowsTests {
  private let project = Project(
    policy: Fixtures.policy("who-allows"))

  private func places(_ uri: String) -> Set<String> {
    Set(
      WhoAllows(ExactString(uri), in: project).matches.filter { $0.owner.environment == .prod }
        .map { "\($0.owner.place) \($0.form.rawValue)" })
  }

  @Test(arguments: [
    ("https://acme.example/cb", "redirect_uris exact"),
    ("https://acme.example/bye", "post_logout_redirect_uris exact"),
    ("https://spa.acme.example", "cors_origins origin"),
    ("https://SPA.acme.example/page", "cors_origins origin"),
    ("https://acme.example/google", "google_sign_in.web.redirect_uris exact"),
    ("https://app.acme.example:8443", "google_sign_in.web.javascript_origins origin"),
    ("https://APP.acme.example:8443/page?a", "google_sign_in.web.javascript_origins origin"),
    ("https://sub.login.acme.example/", "firebase.authorized_domains host"),
    ("login.acme.example", "firebase.authorized_domains host"),
    ("https://links.acme.example/x", "firebase.hosting_domains host"),
    ("https://login.acme.example/action", "firebase.email.callback_uri exact"),
    ("https://login.acme.example/finish", "firebase.email_actions.sign_in.url exact"),
    ("https://acme.example/apple", "apple.return_urls exact"),
    ("https://www.acme.example/open/1", "domains.links rule"),
  ])
  func `each part of a policy is searched and named`(_ uri: String, _ place: String) {
    #expect(places(uri).contains(place), "\(places(uri))")
  }

  @Test func `a URI that no entry accepts gets similar entries of any part`() {
    for (uri, place) in [
      ("https://acme.example/appel", "apple.return_urls"),
      ("https://acme.example/googel", "google_sign_in.web.redirect_uris"),
      ("https://links.acme.exampel/", "firebase.hosting_domains"),
    ] {
      let answer = WhoAllows(ExactString(uri), in: project)
      #expect(answer.matches.isEmpty)
      #expect(answer.nearest.contains { $0.owner.place == place }, "\(uri)")
    }
  }

  @Test(arguments: [
    ("https://spa.acme.example/cb", "cors_origins"),
    ("https://login.acme.example/cb", "firebase.authorized_domains"),
    ("https://app.acme.example:8443/googel", "google_sign_in.web.javascript_origins"),
    ("https://acme.example/bye", "post_logout_redirect_uris"),
    ("https://www.acme.example/open/1", "domains.links"),
    ("https://login.acme.example/finish", "firebase.email_actions.sign_in.url"),
  ])
  func `an entry with another purpose receives no codes`(_ uri: String, _ place: String) {
    let answer = project.entries(allowing: uri)
    #expect(answer.matches.contains { $0.owner.place == place })
    #expect(!answer.receivesCodes)
    #expect(answer.json["receives_codes"] == false)
  }

  @Test func `a misspelled redirect URI on an accepted origin leads to the nearest redirect URI`() {
    let project = Project(
      policy: """
        linkpolicy: 1
        name: acme
        clients:
          spa:
            provider: generic
            type: web
            client_id: { prod: spa }
            token_endpoint_auth: none
            redirect_uris: { prod: [https://spa.acme.example/callback] }
            cors_origins: { prod: [https://spa.acme.example] }
        """)
    let answer = project.entries(allowing: "https://spa.acme.example/calback")
    #expect(answer.matches.map(\.owner.purpose) == [.origin])
    #expect(!answer.receivesCodes)
    #expect(answer.nearest.first?.value == "https://spa.acme.example/callback")
    #expect(project.entries(allowing: "https://spa.acme.example/callback").receivesCodes)
  }

  @Test(arguments: [
    "https://acme.example/cb", "https://acme.example/google", "https://acme.example/apple",
  ])
  func `each list of redirect URIs receives codes`(_ uri: String) {
    let answer = project.entries(allowing: uri)
    #expect(answer.receivesCodes && answer.nearest.isEmpty)
  }

  @Test func `an entry outside of clients has no client`() {
    let match = project.entries(allowing: "https://acme.example/apple").json["matches"]
    guard case .array(let matches)? = match else { return #expect(Bool(false)) }
    #expect(matches.first?["client"] == .null)
    #expect(matches.first?["client_id"] == "com.acme.web")
  }
}
