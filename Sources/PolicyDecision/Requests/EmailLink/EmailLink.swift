package import PolicyText

/// A link of an email that an app receives.
package struct EmailLinkRequest: Sendable {
  package var context: RequestContext
  package var link: ExactString
  /// The tenant of the app's `Auth` object; nil if it has none.
  package var authTenantID: ExactString?
}

extension CompiledPolicy {
  /// Decides what the SDKs for JavaScript, iOS and Android read from a link.
  package func decide(_ request: EmailLinkRequest) -> Decision {
    let js = JavaScriptEmailLink(request.link)
    let ios = AppleEmailLink(request.link)
    let android = AndroidEmailLink(request.link)
    var isOtherTenant = false
    // Only sign-in compares tenants; two missing ones are equal.
    if case .read(let link) = js, link.operation == "EMAIL_SIGNIN" {
      isOtherTenant = link.tenantID?.nonEmpty != request.authTenantID
    }
    var recorder = TraceRecorder(request.context)
    func add(_ step: Step, _ isRead: Bool, _ answer: String) {
      if isRead { recorder.pass(step, answer) } else { recorder.note(step, answer) }
    }
    let operation = js.link?.operation
    add(
      "js", operation != nil,
      operation ?? (js.throwsError ? "throws URIError" : "null: no action link"))
    add("ios", ios.isRead, ios.operation ?? "nil: no action link")
    if let trap = ios.trap {
      let name = trap.isEmpty ? "an empty parameter" : "parameter \(trap.quoted)"
      recorder.note(
        "ios", "`ActionCodeURL` may stop the app at \(name), which has no value (inferred)")
    }
    add("android", android.isRead, android.operation.text())
    let readers = [
      ("JavaScript", operation != nil), ("iOS", ios.isRead), ("Android", android.isRead),
    ]
    let failing = readers.filter { !$0.1 }.map(\.0)
    let result = Self.result(js, ios, android, isOtherTenant: isOtherTenant)
    if isOtherTenant {
      return recorder.end(
        .deny, "tenant_id", .tenantMismatch, channel: .clientError, error: "tenant-id-mismatch",
        message: "the link's tenant differs from the app's", result: result)
    }
    return recorder.end(
      failing.isEmpty ? .allow : .deny, .link, failing.isEmpty ? .allowed : .linkUnreadable,
      channel: failing.isEmpty ? .result : .clientError,
      error: failing.isEmpty ? nil : "argument-error",
      message: failing.isEmpty
        ? "every platform reads the link"
        : "the link is not an action link for \(failing.joined(separator: ", "))",
      confidence: ios.trap == nil ? .certain : .inferred, result: result)
  }

  private static func result(
    _ js: JavaScriptEmailLink, _ ios: AppleEmailLink, _ android: AndroidEmailLink,
    isOtherTenant: Bool
  ) -> JSONValue {
    let link = js.link
    return [
      "js_result": js.throwsError
        ? "throws URIError"
        : isOtherTenant ? "tenant-id-mismatch" : .optional(link?.operation),
      "js_code": .optional(link?.code.string), "js_api_key": .optional(link?.apiKey.string),
      "js_continue_url": .optional(link?.continueURL?.string),
      "js_language": .optional(link?.language?.string),
      "ios_is_sign_in": .bool(ios.isSignIn), "ios_operation": .optional(ios.operation),
      "ios_code": .optional(ios.code?.string), "ios_api_key": .optional(ios.apiKey?.string),
      "ios_continue_url": .optional(ios.continueURL?.string),
      "ios_language": .optional(ios.language?.string), "android_operation": android.operation,
      "android_code": .optional(android.code?.string),
      "android_continue_url": .optional(android.continueURL?.string),
    ]
  }
}
