import LinkPolicy
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// The flows of this repository's policies: their steps and results, and that they agree with
/// `simulate`.
@Suite struct FlowTests {
  private static let project: Project? = {
    let files = DirectoryFileSystem(Fixtures.root)
    return try? Project(InputFiles(["Policies"], in: files, kind: nil).files)
  }()

  private func flows(_ facts: String..., id: String? = nil) throws -> [SignInFlow] {
    try #require(Self.project).flows(id: id, facts: FlowFacts(facts)).flows
  }

  private func flow(_ id: String, _ facts: String...) throws -> SignInFlow {
    let report = try #require(Self.project).flows(id: id, facts: FlowFacts(facts))
    return try #require(report.flows.first)
  }

  @Test(arguments: [
    [], ["installed=false"], ["user=denies"], ["user=cancels"], ["offline=true"],
    ["installed=false", "user=denies"], ["timeout=true"], ["account=disabled"], ["code=used"],
    ["code=expired"], ["app_version=old"], ["installed=false", "account=disabled"],
    ["unticked=https://www.googleapis.com/auth/drive.file"],
  ])
  func `no flow of our own policies breaks`(_ facts: [String]) throws {
    let project = try #require(Self.project)
    let report = try project.flows(facts: FlowFacts(facts))
    #expect(report.flows.count + report.leftOut == (try project.flows().flows.count))
    #expect(report.flows.count >= 2)
    for flow in report.flows where flow.outcome == .breaks {
      Issue.record("\(flow.id): \(flow.message)")
    }
  }

  @Test func `each flow type occurs in both environments`() throws {
    let flows = try flows()
    for kind in SignInFlow.Kind.allCases {
      for environment in [Environment.prod, .sandbox] {
        #expect(flows.contains { $0.kind == kind && $0.environment == environment }, "\(kind)")
      }
    }
    #expect(Set(flows.map(\.id)).count == flows.count)
  }

  @Test func `every step is a request to simulate with its decision`() throws {
    let evaluator = RequestEvaluator(try #require(Self.project), withTrace: true)
    for flow in try flows() {
      for step in flow.steps {
        let answer = evaluator.answer(line: Array(step.request.text().utf8))
        #expect(answer.json.text() == step.answer.text(), "\(flow.id) \(step.name)")
      }
    }
  }

  @Test func `a step's result is used in the next request`() throws {
    let flow = try flow("app_flip_ios:google-home:prod")
    #expect(
      flow.steps.map(\.name) == [
        "incoming link", "App Flip request", "response to Google", "token exchange", "refresh",
        "browser: authorization", "browser: response on iOS", "browser: response on Android",
        "browser: token exchange", "browser: refresh",
      ])
    #expect(flow.steps[0].request["url"] == flow.steps[1].request["url"])
    #expect(flow.steps[1].answer["target"] == flow.steps[2].request["url"])
    #expect(flow.steps[5].answer["target"] == flow.steps[6].request["url"])
    #expect(flow.steps[5].request["url"]?.stringValue?.contains("%2Fr%2F") == true)
    #expect(flow.steps[1].request["url"]?.stringValue?.contains("code_challenge") == false)
  }

  @Test func `without the app, Google opens the browser`() throws {
    for kind in ["app_flip_ios", "app_flip_android"] {
      let flow = try flow("\(kind):google-home:prod", "installed=false")
      #expect(flow.outcome == .completes)
      #expect(flow.steps.first?.name == "browser: authorization")
    }
  }

  @Test func `if the user denies, Google is told and no browser opens`() throws {
    for kind in ["app_flip_ios", "app_flip_android"] {
      let flow = try flow("\(kind):google-home:prod", "user=denies")
      #expect(flow.outcome == .completes)
      #expect(!flow.steps.contains { $0.name.hasPrefix("browser") })
      #expect(flow.steps.contains { $0.answer["reason"] == "user-denied" })
    }
    let authorize = try flow("authorize:lights-web:prod", "user=denies")
    #expect(authorize.steps[0].answer["error"] == "access_denied")
    #expect(!authorize.steps.contains { $0.name == "token exchange" })
  }

  @Test func `if the user cancels, the browser opens`() throws {
    for kind in ["app_flip_ios", "app_flip_android"] {
      for fact in ["user=cancels", "offline=true"] {
        let flow = try flow("\(kind):google-home:prod", fact)
        #expect(flow.steps.contains { $0.name == "browser: authorization" }, "\(kind) \(fact)")
      }
    }
  }

  @Test func `a flow ends at the step that breaks, with the line that causes it`() throws {
    let report = try FlowPropertyTests.project(BrokenPolicy.text).flows(id: "app_flip_android")
    let flow = try #require(report.flows.first)
    #expect(flow.outcome == .breaks && flow.confidence == .certain)
    #expect(flow.breaksAt == "App Flip intent" && flow.steps.count == 1)
    #expect(flow.source?.path.hasPrefix("clients.google-home") == true)
  }

  @Test func `unknown names are rejected with a suggestion`() throws {
    let project = try #require(Self.project)
    #expect(throws: FlowError.self) { try FlowFacts(["instaled=false"]) }
    do throws(FlowError) {
      _ = try FlowFacts(["instaled=false"])
    } catch { #expect(error.message.contains("`installed`")) }
    do throws(FlowError) {
      _ = try FlowFacts(["user=denied"])
    } catch { #expect(error.message.contains("`denies`")) }
    do throws(FlowError) {
      _ = try project.flows(client: "google-hom")
      Issue.record("a client that no policy has")
    } catch { #expect(error.message.contains("`google-home`")) }
    do throws(FlowError) {
      _ = try project.flows(id: "app_flip_ios:google-home:prd")
      Issue.record("a flow that no policy has")
    } catch { #expect(error.message.contains("`app_flip_ios:google-home:prod`")) }
  }
}

/// Apple accounts: consent before linking, and a credential that is already in use.
@Suite struct AppleFlowTests {
  private func steps(_ apple: String, _ signIn: String = "{}") throws -> [String] {
    let project = FlowPropertyTests.project(
      """
      linkpolicy: 1
      name: acme
      apps:
        acme-ios: { platform: ios, bundle_id: com.acme.home, team_id: R7KM2QX94T }
      providers:
        firebase:
          project_id: { prod: acme-home }
          authorized_domains: { prod: [acme-home.firebaseapp.com] }
          sign_in: \(signIn)
        apple: { platforms: [ios], bundle_apps: [acme-ios]\(apple) }

      """)
    let flow = try #require(project.flows(facts: FlowFacts([])).flows.first)
    #expect(flow.outcome == .completes, "\(flow.message)")
    return flow.steps.map(\.name)
  }

  private static let retry = ["credential in use", "updated credential"]

  @Test(arguments: ["", ", linking: {}", ", linking: { require_consent: true }"])
  func `with required consent, linking needs it in both directions`(apple: String) throws {
    let names = try steps(apple)
    for name in ["known email", "link", "another provider"] {
      #expect(names.contains("\(name) without consent") && names.contains("\(name) with consent"))
    }
    #expect(names.contains(Self.retry))
  }

  @Test func `if the policy doesn't require consent, linking is one step`() throws {
    let names = try steps(", linking: { require_consent: false }")
    #expect(names.filter { $0.contains("consent") } == [])
    #expect(names.contains(["known email", "link", "another provider"] + Self.retry))
  }

  /// Firebase creates a second account, so signing in doesn't link any.
  @Test func `accounts may share an email address`() throws {
    let names = try steps("", "{ allow_duplicate_emails: true }")
    #expect(names.contains("known email") && names.contains("link without consent"))
  }
}
