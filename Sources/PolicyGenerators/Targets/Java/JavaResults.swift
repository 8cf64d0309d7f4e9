extension JavaResult {
  private static let request: Field = ("Request", "request", "/** What is asked. */")

  /// What the authorization endpoint answers.
  static let authorizationDecision = JavaResult(
    name: "AuthorizationDecision",
    comment:
      "/** The answer to a request at the authorization endpoint: one of the nested classes. */",
    answers: [
      (
        "Allow",
        "/** Authenticate the user and ask for consent, then answer at the request's redirect URI. */",
        [request]
      ),
      (
        "RedirectError",
        "/** Authenticate the user, then send the browser to a URL that tells the client of an error. */",
        [
          ("String", "url", "/** Where to send the browser. */"),
          ("String", "error", "/** The error in the URL, such as {@code invalid_scope}. */"),
        ]
      ),
      (
        "LocalError",
        """
        /**
         * Show an error on a page of your own. Redirecting would make the server an open redirector.
         */
        """,
        [("String", "error", "/** {@code invalid_request} or {@code invalid_client}. */")]
      ),
    ])

  /// What an App Flip request that arrived as a link is answered.
  static let appFlipDecision = JavaResult(
    name: "AppFlipDecision",
    comment:
      "/** The answer to an App Flip request that arrived as a link: one of the nested classes. */",
    answers: [
      (
        "Allow", "/** Ask the user, then open the request's success or error URL as a link. */",
        [request]
      ),
      (
        "ReturnError", "/** Open a URL as a link; the calling app goes on without the app. */",
        [
          ("String", "url", "/** What to open. */"),
          ("String", "error", "/** The error in the URL. */"),
        ]
      ),
      (
        "NotHandled", "/** Open nothing: where the answer would go is not registered. */", []
      ),
      ("Ignore", "/** Not the App Flip link: let the app handle it as any other. */", []),
    ])

  /// What an App Flip intent is answered.
  static let appFlipResult = JavaResult(
    name: "AppFlipResult",
    comment: "/** The answer to an App Flip intent: one of the nested classes. */",
    answers: [
      (
        "Allow",
        "/** Ask the user, then finish with {@code RESULT_OK} and {@code AUTHORIZATION_CODE}. */",
        [request]
      ),
      (
        "Error",
        """
        /**
         * Finish with result code -2 and the extras {@code ERROR_TYPE}, {@code ERROR_CODE} and {@code
         * ERROR_DESCRIPTION}.
         */
        """,
        [
          (
            "int", "type",
            "/** {@code ERROR_TYPE}: 1 recoverable, 2 unrecoverable, 3 invalid request. */"
          ),
          ("int", "code", "/** {@code ERROR_CODE}. */"),
          ("String", "description", "/** {@code ERROR_DESCRIPTION}. */"),
        ]
      ),
      (
        "Cancelled",
        """
        /**
         * Finish with {@code RESULT_CANCELED} and without data: the caller is not who it must be.
         */
        """, []
      ),
      ("Ignore", "/** No client has this action. */", []),
    ])
}
