import LinkPolicy
import Testing

@Suite struct DecisionTests {
  private static let callback = "https://lumen.example/oauth/callback"

  @Test func `a decision has the line that decides`() throws {
    let decision = try Policies.project.decide(
      .authorize(clientID: "lumen-web-prod", redirectURI: Self.callback, state: "s"))
    #expect(decision.isAllowed)
    #expect(decision.outcome == .allow)
    #expect(decision.channel == .redirect)
    #expect(decision.source?.file == "Policies/lumen.yaml")
    #expect(decision.source?.path == "clients.website.redirect_uris.prod[0]")
    #expect(decision.trace.last?.outcome == .pass)
  }

  @Test func `a denied request has a reason and the nearest entry`() throws {
    let decision = try Policies.project.decide(
      .authorize(clientID: "lumen-web-prod", redirectURI: Self.callback + "/", state: "s"))
    #expect(decision.outcome == .deny)
    #expect(decision.reason == .redirectURITrailingSlash)
    #expect(decision.nearest?.value == Self.callback)
    #expect(!decision.message.isEmpty)
  }

  @Test func `many requests in JSON are decided like simulate does`() throws {
    let evaluator = RequestEvaluator(Policies.project, defaultKind: .authorize)
    let answer = evaluator.answer(
      line: Array(
        #"{"id": 7, "client_id": "lumen-web-prod", "redirect_uri": "https://evil.example/", "state": "s", "response_type": "code"}"#
          .utf8))
    #expect(answer.decision?.outcome == .deny)
    #expect(answer.json["id"]?.text() == "7")
    #expect(answer.json["decision"] == "deny")
    let unreadable = evaluator.answer(["kind": "no-such-kind"])
    #expect(unreadable.decision == nil)
    #expect(unreadable.json["error"] == "invalid_line")
    #expect(throws: RequestError.self) { try evaluator.decide(["kind": "no-such-kind"]) }
    #expect(RequestKind.allCases.contains(.universalLink))
  }

  @Test func `each request type has a function`() {
    let site = "https://lumen.example/"
    let requests: [PolicyRequest] = [
      .authorize(query: "client_id=lumen-web-prod"), .appFlipIOS(site), .emailAction("sign_in"),
      .appFlipAndroid(
        action: "com.example.FLIP", package: "com.example", certificates: ["AB"],
        extras: ["CLIENT_ID": "lumen-web-prod"]),
      .token(form: "grant_type=authorization_code", facts: ["code": ["used": true]]),
      .postLogout(clientID: "lumen-web-prod", redirectURI: site), .universalLink(site),
      .appLink(site), .emailLink(site), .continueURL(site), .webOrigin(page: site), .authDomain(),
      .webOrigin("https://lumen.example", clientID: "lumen-web-prod"),
      .googleClient(.reverse, input: ["client_id": "1-a.apps.googleusercontent.com"]),
      .scopes(.lintScope, input: "email"), .appleIDToken("a.b.c"),
      .tokenRefresh(.refreshTokensIfNeeded, facts: ["access_seconds_left": 5]),
      .appleIDToken(.firebaseNonce, input: ["raw": "n", "claim": "n"]),
      .accountLink(.signIn, input: ["credential": ["provider": "google.com"]]),
    ]
    let kinds = Set(requests.map { $0.json["kind"]?.stringValue })
    #expect(kinds == Set(RequestKind.allCases.map(\.rawValue)))
    let evaluator = RequestEvaluator(Policies.project)
    for request in requests {
      let answer = evaluator.answer(request.setting("policy", to: "lumen").json)
      // The policy has no email actions.
      #expect(
        (answer.decision == nil) == (request.json["kind"] == "email_action"),
        "\(answer.json.text())")
    }
  }

  @Test func `links are decided`() throws {
    let decision = try Policies.project.decide(
      .universalLink("https://lumen.example/oauth/callback"))
    #expect(!decision.isAllowed)
    #expect(try !Policies.project.decide(.appLink("https://lumen.example/")).isAllowed)
  }

  @Test func `every entry that accepts a redirect URI is found`() {
    let answer = Policies.project.entries(allowing: Self.callback)
    #expect(answer.matches.map(\.owner.client) == ["website"])
    #expect(Policies.project.entries(allowing: Self.callback + "x").nearest.count == 1)
    #expect(answer.json["uri"]?.stringValue == Self.callback)
  }

  @Test func `two versions of the policies are compared, with an example for each change`() throws {
    let difference = PolicyDifference(old: Policies.project(Policies.older), new: Policies.project)
    #expect(difference.count(.widening) > 0)
    #expect(difference.count(.narrowing) > 0)
    let change = try #require(difference.changes.first { $0.effect == .widening })
    #expect(change.kind == .redirectURI)
    #expect(change.witness?.new.isAllowed == true)
    #expect(change.witness?.old.isAllowed == false)
    #expect(!change.message.plain.isEmpty)
  }

  @Test func `recorded requests are replayed and counted`() throws {
    let log = Array(
      """
      {"client_id": "lumen-web-prod", "redirect_uri": "https://lumen.example/oauth/callback", "response_type": "code"}
      {"client_id": "lumen-web-prod", "redirect_uri": "https://lumen.example/callback", "response_type": "code"}
      no request

      """.utf8)
    let project = Policies.project
    let summary = project.replay(log, against: Policies.project(Policies.older))
    #expect(summary.lines == 3)
    #expect((summary.allow, summary.deny, summary.malformed) == (1, 1, 1))
    #expect(summary.flipped == 2)
    var total = try #require(try ReplaySummary.read(Array(summary.json.text().utf8)).first)
    try total.add(summary, samples: 5)
    #expect(total.lines == 6)
    #expect(total.clients["website"]?.allow == 2)
  }

  @Test func `association files of other sites decide links`() throws {
    let file = SourceFile(
      name: "apple-app-site-association",
      bytes: Array(
        #"{"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.example.lumen"], "components": [{"/": "/flip/*"}]}]}}"#
          .utf8))
    let match = try AssociationMatch(
      appleAppSiteAssociation: file, domain: "lumen.example", app: "A1B2C3D4E5.example.lumen")
    #expect(match.answer("https://lumen.example/flip/1").outcome == .match)
    let answer = match.answer("https://lumen.example/other")
    #expect(answer.outcome == .noMatch)
    #expect(!answer.explanation.isEmpty)
    #expect(throws: AssociationMatch.Malformed.self) {
      try AssociationMatch(assetLinks: SourceFile(name: "assetlinks.json", bytes: Array("[".utf8)))
    }
  }
}
