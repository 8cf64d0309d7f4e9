extension PythonTarget {
  /// What the decisions are made of.
  static let details: Code<PythonLanguage> = #"""
    def _url(redirect_uri: str, **parameters: Optional[str]) -> str:
        """Appends parameters; the query of the redirect URI stays (RFC 6749 section 3.1.2).

        Values read the same for form decoders and percent decoders.
        """
        for text in (redirect_uri, *parameters.values()):
            if text is not None and not isinstance(text, str):
                raise TypeError("a part of the answer is no text")
        query = "&".join(
            f"{name}={quote(value, safe='')}"
            for name, value in parameters.items()
            if value is not None
        )
        if "?" not in redirect_uri:
            return f"{redirect_uri}?{query}"
        if redirect_uri.endswith(("?", "&")):
            return redirect_uri + query
        return f"{redirect_uri}&{query}"


    _PARAMETERS = {
        \#(.joined(Code.requestParameters, by: ",\n")),
    }


    def _text(value: object) -> Optional[str]:
        """A text, as exactly that: subclasses can change what equality means."""
        return str.__str__(value) if isinstance(value, str) else None


    def _scopes(value: object) -> Optional[tuple[str, ...]]:
        """The scopes of an intent: one text with spaces or a list; None for anything else."""
        if value is None:
            return ()
        text = _text(value)
        if text is not None:
            return tuple(filter(None, text.split(" ")))
        if not isinstance(value, Sequence):
            return None
        scopes = tuple(map(_text, value))
        return tuple(filter(None, scopes)) if all(scopes) else None


    def _read_parameters(
        query: str, *, plus_is_space: bool, names: Set[str] = frozenset(_PARAMETERS)
    ) -> Optional[dict[str, str]]:
        """The known parameters of a request that have a value (RFC 6749 section 3.1).

        A malformed escape, bytes that are no UTF-8, or a known parameter that stands twice
        refuse the whole request, because two parsers would see two requests. What follows a
        ``#`` is not part of the query.
        """
        text = _text(query)
        if text is None:
            return None
        parameters: dict[str, str] = {}
        for piece in text.partition("#")[0].split("&"):
            name, _, value = piece.partition("=")
            try:
                name = _decode(name, plus_is_space=plus_is_space)
                value = _decode(value, plus_is_space=plus_is_space)
            except ValueError:
                return None
            if name not in names:
                continue
            if name in parameters:
                return None
            parameters[name] = value
        return {name: value for name, value in parameters.items() if value}


    _ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})?")


    def _decode(text: str, *, plus_is_space: bool) -> str:
        """Decodes percent escapes; unlike ``urllib`` it repairs nothing.

        Raises ``ValueError`` for a malformed escape, and (as its subclass ``UnicodeError``)
        for bytes that are no UTF-8 and for surrogates.
        """

        def byte(escape: re.Match[bytes]) -> bytes:
            if escape[1] is None:
                raise ValueError("a percent sign without two hex digits")
            return bytes.fromhex(escape[1].decode())

        data = text.encode()
        if plus_is_space:
            data = data.replace(b"+", b" ")
        return _ESCAPE.sub(byte, data).decode()


    # RFC 7636: a verifier, which is its own challenge, and a SHA-256 in base64url.
    _PLAIN_CHALLENGE = re.compile(r"[A-Za-z0-9._~-]{43,128}")
    _S256_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")

    # RFC 8252 section 7.3: both literal addresses and nothing else.
    _LOOPBACK = re.compile(
        r"(http://(?:127\.0\.0\.1|\[::1\])):([1-9][0-9]{0,4})([/?].*)", re.DOTALL
    )

    # A SHA-256 in hex, with a colon between every two digits or with none.
    _FINGERPRINT = re.compile(r"[0-9A-Fa-f]{64}|[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){31}")


    def _fingerprint(text: str) -> Optional[bytes]:
        """The 32 bytes of a SHA-256, or None."""
        if _FINGERPRINT.fullmatch(text) is None:
            return None
        return bytes.fromhex(text.replace(":", ""))


    def _without_loopback_port(redirect_uri: str) -> Optional[str]:
        """``http://127.0.0.1/cb`` for ``http://127.0.0.1:51004/cb``, None for other texts."""
        match = _LOOPBACK.fullmatch(redirect_uri)
        if match is None or int(match[2]) > 65535:
            return None
        return match[1] + match[3]


    @dataclass(frozen=True)
    class _Client:
        """A client as it exists in one environment."""

        \#(lines: PythonTables.attributes)

        def target(self, requested: Optional[str]) -> Optional[str]:
            """Where the answer goes, or None.

            That is the requested redirect URI where it is registered, or the only one where
            the client may leave it out.
            """
            if requested is None:
                if self.allows_omitted_redirect_uri and len(self.redirect_uris) == 1:
                    return self.redirect_uris[0]
                return None
            if requested in self.redirect_uris:
                return requested
            if self.is_native and _without_loopback_port(requested) in self.redirect_uris:
                return requested
            return None

        def granted(self, requested: Optional[str]) -> Optional[tuple[str, ...]]:
            """The scopes asked for, or None where one is empty or not registered."""
            scopes = () if requested is None else tuple(requested.split(" "))
            return scopes if self.has_scopes(scopes) else None

        def has_scopes(self, scopes: Sequence[str]) -> bool:
            """True when all of the scopes are registered."""
            return all(scope in self.scopes for scope in scopes)

        def accepts_challenge(
            self, challenge: Optional[str], method: Optional[str]
        ) -> bool:
            """RFC 7636: an absent method means ``plain``."""
            if challenge is None:
                return not self.requires_pkce and method is None
            method = method or "plain"
            if method not in self.code_challenge_methods:
                return False
            pattern = _PLAIN_CHALLENGE if method == "plain" else _S256_CHALLENGE
            return pattern.fullmatch(challenge) is not None

        def authenticates(self, has_header: bool, has_secret: bool) -> bool:
            """True where the secret comes as it must (RFC 6749 section 2.3)."""
            if self.is_public:
                return not has_header and not has_secret
            return has_secret and has_header == self.authenticates_by_header

        def request(
            self, redirect_uri: str, scopes: tuple[str, ...], parameters: dict[str, str]
        ) -> Request:
            """What the client asks for."""
            challenge = parameters.get("code_challenge")
            method = parameters.get("code_challenge_method", "plain") if challenge else None
            return Request(
                self.id,
                redirect_uri,
                parameters.get("state"),
                scopes,
                challenge,
                self.issuer,
                method,
                parameters.get("redirect_uri"),
            )

        def accepts_caller(self, caller: Caller) -> bool:
            """The package as it is, its one certificate by the bytes of the hash."""
            if not isinstance(caller, Mapping):
                return False
            certs, name = caller.get("certs"), _text(caller.get("package"))
            if not isinstance(certs, Sequence) or len(certs) != 1:
                return False
            fingerprint = _fingerprint(_text(certs[0]) or "")
            return fingerprint is not None and any(
                package == name
                and any(_fingerprint(known) == fingerprint for known in fingerprints)
                for package, fingerprints in self.callers
            )


    class _Table:
        """The clients of one environment."""

        def __init__(self, *clients: _Client) -> None:
            self.clients = clients
            # Of two clients with one ID the first counts.
            self._by_id = {client.id: client for client in reversed(clients)}

        def offers(self, grant_type: str) -> bool:
            """True for the grants of all servers, and for what a client lists."""
            if grant_type in ("authorization_code", "refresh_token", _ASSERTION):
                return True
            # No grant of the token endpoint (RFC 6749 section 4.2).
            return grant_type != "implicit" and any(
                grant_type in client.grant_types for client in self.clients
            )

        def client(self, client_id: str) -> Optional[_Client]:
            text = _text(client_id)
            return None if text is None else self._by_id.get(text)


    def _table(environment: Environment) -> _Table:
        return _TABLES[Environment(environment)]


    def _named(client_id: Optional[str], clients: Sequence[_Client]) -> Optional[_Client]:
        return next((client for client in clients if client.id == client_id), None)


    def _answerable(
        requested: str, clients: Sequence[_Client]
    ) -> Optional[tuple[_Client, str]]:
        """The first client that has the redirect URI for App Flip, and where the answer goes."""
        for client in clients:
            target = client.target(requested)
            if target is not None and requested not in client.browser_redirect_uris:
                return client, target
        return None
    """#
}
