import PolicyText

/// What Google's API says of a project: its authorized domains, and what belongs to it.
struct FirebaseProjectFindings {
  let check: FirebaseCheck
  let answers: Answers

  var findings: [CheckFinding] {
    domains + check.subject.members.flatMap(member)
  }

  private var domains: [CheckFinding] {
    guard let asked = check.question(answers), let answer = answers[asked.request] else {
      return []
    }
    guard let response = answer.response else {
      return check.fault(answer, asked.request, answers)
    }
    guard response.status == 200, let live = response.json?["authorizedDomains"]?.texts else {
      return [unreachable(asked, response)]
    }
    guard let expected = check.subject.authorizedDomains else { return [] }
    let missing = expected.filter { !live.contains($0.value) }.map { domain in
      check.finding(
        "authorized-domains-drift", .error, at: domain, asked.request,
        "the project does not authorize \(UTF8Text.quoted(domain.value.string))",
        help: "add it in the console of Firebase, or take it out of the policy")
    }
    let known = expected.map(\.value)
    let extra = live.filter { !known.contains($0) }.map { domain in
      check.finding(
        "authorized-domains-drift", .warning, at: nil, asked.request,
        "the project authorizes \(ForeignText.quoted(domain.string)), which the policy does not list",
        help: "take it out in the console of Firebase, or add it to the policy")
    }
    return missing + extra
  }

  private func unreachable(_ asked: CheckRequest, _ response: ObservedResponse) -> CheckFinding {
    check.finding(
      "verify-unreachable", .warning, at: nil, asked.request,
      "Google's API does not tell about the project: it answers \(response.status)",
      help: response.status == 403
        ? "the key of the project is restricted to its own pages: nothing is known" : nil,
      notes: response.notes())
  }

  private func member(_ member: FirebaseSubject.Member) -> [CheckFinding] {
    guard let asked = check.question(answers, about: member),
      let response = answers.response(asked.request)
    else { return [] }
    if response.status == 200 { return [] }
    guard response.status == 400 else { return [unreachable(asked, response)] }
    let project = check.subject.projectID?.value.string ?? ""
    let code = response.json?["error"]?["message"]?.stringValue
    return [
      check.finding(
        "google-client-foreign", .error, at: member.text, asked.request,
        "\(UTF8Text.quoted(member.text.value.string)) does not belong to the project \(UTF8Text.quoted(project))",
        help: "use that of the project",
        notes: [
          "inferred: \(code.map { "Google answers \(ForeignText.quoted($0))" } ?? "Google refuses it")"
        ])
    ]
  }
}
