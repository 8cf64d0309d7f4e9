import PolicyDecision
import PolicyText
import PolicyModel

/// Firebase Authentication.
extension ProviderComparison {
  var firebase: [PolicyChange] {
    list(
      .authorizedDomain, "authorized domain", { $0.compiled?.firebase?.authorizedDomains ?? [] },
      lines: requests.authorizedDomain)
      + list(
        .hostingDomain, "Hosting domain", { $0.compiled?.firebase?.hostingDomains ?? [] },
        lines: { [requests.linkDomain($0)] })
      + text(
        .mobileLinks, "mobile links", { $0.compiled?.firebase?.mobileLinks },
        lines: { _ in [requests.mobileLink] })
      + text(
        .emailLink, "sign-in by email link", { $0.entry($0.compiled?.firebase?.emailLink) },
        lines: { _ in [requests.emailLink] })
      + text(
        .duplicateEmails, "several accounts per email",
        { $0.entry($0.compiled?.firebase?.allowDuplicateEmails) },
        lines: { _ in [requests.sameAddress] })
      + text(
        .emailPrivacy, "improved email privacy",
        { $0.entry($0.compiled?.firebase?.improvedEmailPrivacy) },
        lines: { _ in [requests.unknownUser] })
      + text(
        .projectNumber, "project number", { $0.compiled?.firebase?.projectNumber },
        lines: { $0.map(requests.googleToken) })
      + firebaseSettings
  }

  /// Settings that no request can show: links have another destination, or look different. Another host
  /// receives the codes of emails.
  private var firebaseSettings: [PolicyChange] {
    text(.projectID, "Firebase project", { $0.entry($0.firebase?.projectID) })
      + text(.authDomain, "auth domain", { $0.entry($0.firebase?.authDomain) })
      + list(
        .emailCallback, "callback URI of emails",
        { [$0.entry($0.firebase?.callbackURI)].compactMap { $0 } }, isTrust: true)
      + text(.emailSetting, "click tracking in emails", { $0.entry($0.firebase?.clickTracking) })
      + text(.emailSetting, "language of emails", { $0.entry($0.firebase?.locale) })
  }

  /// One change for each action, however many of its settings differ.
  var emailActions: [PolicyChange] {
    func actions(_ side: ProviderSide) -> [CompiledEmailAction] {
      side.compiled?.firebase?.emailActions ?? []
    }
    let (from, to) = (actions(before), actions(after))
    return (from + to).map(\.name.value).unique.flatMap { name -> [PolicyChange] in
      let was = from.first { $0.name.value == name }
      let now = to.first { $0.name.value == name }
      guard let was, let now else {
        return subject.change(
          .emailAction, "email action \(name) \(words: was == nil ? "added" : "removed")",
          old: was?.name.anchor, new: now?.name.anchor)
      }
      let differences = zip(Self.settings(was), Self.settings(now)).filter { $1.value != $0.value }
      guard !differences.isEmpty else { return [] }
      var message: ChangeMessage = "email action \(name): "
      for (index, (was, now)) in differences.enumerated() {
        if index > 0 { message.parts.append(.text(", ")) }
        message.parts += [
          .text("\(was.name) changed from "), was.value.map { .value($0) } ?? .text("nothing"),
          .text(" to "), now.value.map { .value($0) } ?? .text("nothing"),
        ]
      }
      let lines = requests.emailAction(name, before, after)
      return subject.change(
        .emailAction, message, gained: lines, lost: lines, old: was.name.anchor,
        new: now.name.anchor)
    }
  }

  /// The settings of an action, in a fixed order.
  private static func settings(
    _ action: CompiledEmailAction
  ) -> [(name: String, value: ExactString?)] {
    func word(_ flag: Bool?) -> ExactString? { flag.map { $0 ? "true" : "false" } }
    return [
      ("url", action.url?.value), ("handle_code_in_app", word(action.handleCodeInApp)),
      ("link_domain", action.linkDomain?.value),
      ("dynamic_link_domain", action.dynamicLinkDomain?.value), ("ios", action.iosBundleID),
      ("android.app", action.androidPackageName),
      ("android.install_if_not_available", word(action.installIfNotAvailable)),
      ("android.minimum_version", action.minimumVersion),
    ]
  }
}
