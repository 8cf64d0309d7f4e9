extension PythonTarget {
  /// The types that callers see.
  static let declarations: Code<PythonLanguage> = #"""
    class Environment(str, enum.Enum):
        """The two worlds every value of the policy belongs to.

        Functions take the members or their values, ``"prod"`` and ``"sandbox"``, and raise
        ``ValueError`` for anything else.
        """

        PROD = "prod"
        """What users run."""
        SANDBOX = "sandbox"
        """Where integrations are tried."""

        # As the policy writes them.
        prod = PROD
        sandbox = SANDBOX


    @dataclass(frozen=True)
    class Request:
        """A request that agrees with the policy.

        Ask the user, then answer at ``redirect_uri`` and nowhere else.
        """

        client_id: str
        """Who asks."""
        redirect_uri: str
        """The registered redirect URI; a loopback one has the port of the request."""
        state: Optional[str] = None
        """Sent back unchanged."""
        scopes: tuple[str, ...] = ()
        """What is asked for; all of it is registered."""
        code_challenge: Optional[str] = None
        """Part of ``issued_code`` too (RFC 7636)."""
        issuer: Optional[str] = None
        """Sent as ``iss`` where the server has one (RFC 9207)."""
        code_challenge_method: Optional[str] = None
        """``S256`` or ``plain``, None without a challenge."""
        requested_redirect_uri: Optional[str] = None
        """As the request had it, None where the client left it out."""

        @property
        def issued_code(self) -> IssuedCode:
            """What to keep with the code: ``TokenRequest.accepts`` asks for it."""
            return IssuedCode(
                self.client_id,
                self.requested_redirect_uri,
                self.code_challenge,
                self.code_challenge_method,
            )

        def success_url(self, code: str) -> str:
            """Where to send the user with a code."""
            return success_url(self.redirect_uri, code, self.state, self.issuer)

        def error_url(self, error: str, description: Optional[str] = None) -> str:
            """Where to send the user with an error, such as ``access_denied``."""
            return error_url(
                self.redirect_uri, error, self.state, self.issuer, description
            )


    @dataclass(frozen=True)
    class AuthorizationDecision:
        """The answer to a request at the authorization endpoint, by its ``kind``.

        ``allow``
            Authenticate the user and ask for consent, then answer ``request``.
        ``redirect_error``
            Authenticate the user, then send the browser to ``target``, which tells the
            client of ``error``.
        ``local_error``
            Show ``error`` on a page of your own. Redirecting would make the server an open
            redirector.
        """

        kind: Literal["allow", "redirect_error", "local_error"]
        request: Optional[Request] = None
        target: Optional[str] = None
        error: Optional[str] = None


    @dataclass(frozen=True)
    class AppFlipDecision:
        """The answer to an App Flip request that arrived as a universal link, by its ``kind``.

        ``allow``
            Ask the user, then open a URL of ``request`` as a universal link.
        ``return_error``
            Open ``target`` as a universal link; the calling app goes on without the app.
        ``not_handled``
            Open nothing: where the answer would go is not registered.
        ``ignore``
            Not the App Flip link: let the app handle it as any other.
        """

        kind: Literal["allow", "return_error", "not_handled", "ignore"]
        request: Optional[Request] = None
        target: Optional[str] = None
        error: Optional[str] = None


    @dataclass(frozen=True)
    class AppFlipResult:
        """The answer to an App Flip intent, by its ``kind``.

        ``allow``
            Ask the user, then finish with ``RESULT_OK`` and ``AUTHORIZATION_CODE``.
        ``error``
            Finish with result code -2 and the extras ``ERROR_TYPE``, ``ERROR_CODE`` and
            ``ERROR_DESCRIPTION``.
        ``cancelled``
            Finish with ``RESULT_CANCELED`` and without data: the caller is not who it must
            be.
        ``ignore``
            No client has this action.
        """

        kind: Literal["allow", "error", "cancelled", "ignore"]
        request: Optional[Request] = None
        error_type: Optional[int] = None
        error_code: Optional[int] = None
        error_description: Optional[str] = None


    class Caller(TypedDict):
        """The app that sent the App Flip intent."""

        package: str
        certs: Sequence[str]
        """SHA-256 of its current signing certificates in hex, with or without colons."""


    class AppFlipExtras(TypedDict, total=False):
        """The extras of the App Flip intent, by the names they have there."""

        CLIENT_ID: Optional[str]
        REDIRECT_URI: Optional[str]
        SCOPE: Union[str, Sequence[str], None]
        """A list, or one text with spaces between the scopes."""
    """#
}
