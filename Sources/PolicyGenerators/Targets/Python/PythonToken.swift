extension PythonTarget {
  /// The types of the token endpoint.
  static let tokenDeclarations: Code<PythonLanguage> = #"""
    @dataclass(frozen=True)
    class IssuedCode:
        """What to keep with an authorization code until it is given for tokens."""

        client_id: str
        """Who may give it."""
        redirect_uri: Optional[str] = None
        """As the authorization request had it, None where it had none."""
        code_challenge: Optional[str] = None
        """What the verifier is compared with (RFC 7636)."""
        code_challenge_method: Optional[str] = None
        """``S256`` or ``plain``, None without a challenge."""


    @dataclass(frozen=True)
    class TokenRequest:
        """A token request that agrees with the policy; what it does not have is None.

        Compare ``client_secret`` in constant time, then look up the code (see ``accepts``)
        or the refresh token, or verify the assertion.
        """

        client_id: str
        """Who asks."""
        grant_type: str
        """``authorization_code``, ``refresh_token`` or that of an assertion (RFC 7523)."""
        client_secret: Optional[str] = None
        """None for a public client, and only there."""
        code: Optional[str] = None
        redirect_uri: Optional[str] = None
        code_verifier: Optional[str] = None
        refresh_token: Optional[str] = None
        intent: Optional[str] = None
        assertion: Optional[str] = None
        scope: Optional[str] = None
        """Of ``client_credentials``, where it was checked."""

        def accepts(self, issued: Optional[IssuedCode]) -> bool:
            """True if the request may exchange a code, given what was kept with it.

            The client and the redirect URI are the same (RFC 6749 section 4.1.3), and the
            verifier matches the challenge (RFC 7636 section 4.6). Without a challenge, there
            must be no verifier, and ``decide_token`` has refused a client that requires PKCE.
            If the result is False, or if the code is unknown, used or expired, answer 400
            with ``invalid_grant``.
            """
            return (
                issued is not None
                and self.code is not None
                and issued.client_id == self.client_id
                and issued.redirect_uri in (None, self.redirect_uri)
                and _matches(self.code_verifier, issued)
            )


    @dataclass(frozen=True)
    class TokenDecision:
        """The answer to a request at the token endpoint, by its ``kind``.

        ``allow``
            Go on with ``request``.
        ``error``
            Answer ``status`` with ``error`` as JSON (RFC 6749 section 5.2), and with the
            header ``WWW-Authenticate: Basic realm="token"`` where ``asks_for_basic``.
        """

        kind: Literal["allow", "error"]
        request: Optional[TokenRequest] = None
        status: int = 200
        error: Optional[str] = None
        asks_for_basic: bool = False
    """#

  /// The decision of the token endpoint.
  static let tokenFunctions: Code<PythonLanguage> = #"""
    def decide_token(
        raw_form: str, authorization: Optional[str], environment: Environment
    ) -> TokenDecision:
        """Decides a request at the token endpoint.

        ``raw_form`` is the body as it arrived, not decoded. ``authorization`` is the header
        of that name, None where there is none.
        """
        table = _table(environment)
        form = _read_parameters(raw_form, plus_is_space=True, names=_TOKEN_PARAMETERS)

        def refused(status: int, error: str) -> TokenDecision:
            return TokenDecision("error", None, status, error, status == 401)

        if form is None or "grant_type" not in form:
            return refused(400, "invalid_request")
        grant_type = form["grant_type"]
        if not table.offers(grant_type):
            return refused(400, "unsupported_grant_type")
        client_id, secret = form.get("client_id"), form.get("client_secret")
        if authorization is not None:
            if secret is not None:
                return refused(400, "invalid_request")
            credentials = _basic_credentials(authorization)
            if credentials is None:
                return refused(401, "invalid_client")
            if client_id not in (None, credentials[0]):
                return refused(400, "invalid_request")
            client_id, secret = credentials
        client = None if client_id is None else table.client(client_id)
        if client is None:
            return refused(400, "invalid_grant")
        if not client.authenticates(authorization is not None, secret is not None):
            uses_header = authorization is not None or client.authenticates_by_header
            return refused(401 if uses_header else 400, "invalid_client")
        if grant_type not in client.grant_types:
            is_unknown = grant_type == _ASSERTION and not client.assertion_intents
            return refused(
                400, "unsupported_grant_type" if is_unknown else "unauthorized_client"
            )
        scope = form.get("scope") if grant_type == "client_credentials" else None
        if grant_type == "authorization_code":
            if "code" not in form:
                return refused(400, "invalid_request")
            verifier = form.get("code_verifier")
            is_proven = (
                not client.requires_pkce if verifier is None else _is_verifier(verifier)
            )
            if client.target(form.get("redirect_uri")) is None or not is_proven:
                return refused(400, "invalid_grant")
        elif grant_type == "refresh_token":
            if "refresh_token" not in form:
                return refused(400, "invalid_request")
        elif grant_type == "client_credentials":
            # A public client has no credentials.
            if client.is_public:
                return refused(400, "unauthorized_client")
            if client.granted(scope) is None:
                return refused(400, "invalid_scope")
        elif grant_type in (_ASSERTION, _SAML):
            # RFC 7521 section 4.1.
            if "assertion" not in form:
                return refused(400, "invalid_request")
            intents = client.assertion_intents if grant_type == _ASSERTION else ()
            if intents and form.get("intent") not in intents:
                return refused(400, "invalid_request")
        given = {name: form.get(name) for name in _GRANT_PARAMETERS.get(grant_type, ())}
        return TokenDecision("allow", TokenRequest(client.id, grant_type, secret, **given))
    """#

  /// What the decision of the token endpoint is made of.
  static let tokenDetails: Code<PythonLanguage> = #"""
    _TOKEN_PARAMETERS = {
        \#(.joined(Code.tokenParameters, by: ",\n")),
    }

    _ASSERTION = \#(Code.assertionGrant)
    _SAML = \#(Code.samlGrant)

    # What a request of the grant is about; whatever else stands in the form is not looked at.
    _GRANT_PARAMETERS = {
        "authorization_code": ("code", "redirect_uri", "code_verifier"),
        "refresh_token": ("refresh_token",),
        _ASSERTION: ("intent", "assertion"),
        _SAML: ("assertion",),
        "client_credentials": ("scope",),
    }


    def _is_verifier(text: str) -> bool:
        """RFC 7636 section 4.1."""
        return _PLAIN_CHALLENGE.fullmatch(text) is not None


    def _matches(verifier: Optional[str], issued: IssuedCode) -> bool:
        """Compares the verifier with the challenge (RFC 7636 section 4.6).

        A verifier without a challenge is a downgrade (RFC 9700 section 2.1.1).
        """
        if verifier is None or issued.code_challenge is None:
            return verifier is issued.code_challenge
        if not _is_verifier(verifier):
            return False
        challenge = verifier.encode()
        if issued.code_challenge_method != "plain":
            digest = hashlib.sha256(challenge).digest()
            challenge = base64.urlsafe_b64encode(digest).rstrip(b"=")
        return hmac.compare_digest(challenge, issued.code_challenge.encode())


    def _basic_credentials(header: str) -> Optional[tuple[str, Optional[str]]]:
        """ID and secret of a Basic header (RFC 6749 section 2.3.1), or None.

        Both are form-encoded. Of one value only the padded Base64 is read; an empty secret
        is None.
        """
        text = _text(header)
        if text is None:
            return None
        scheme, _, token = text.strip(" \t").partition(" ")
        if scheme.lower() != "basic":
            return None
        token = token.lstrip(" ")
        try:
            pair = base64.b64decode(token, validate=True)
            if base64.b64encode(pair) != token.encode() or b":" not in pair:
                return None
            # A byte that is no ASCII stands for itself, so it can be escaped.
            name, _, value = "".join(
                chr(byte) if byte < 0x80 else f"%{byte:02X}" for byte in pair
            ).partition(":")
            client_id = _decode(name, plus_is_space=True)
            secret = _decode(value, plus_is_space=True)
        except ValueError:
            return None
        return (client_id, secret or None) if client_id else None
    """#
}
