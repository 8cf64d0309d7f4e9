extension PythonTarget {
  /// The decisions.
  static let functions: Code<PythonLanguage> = #"""
    def is_redirect_uri_allowed(
        client_id: str, environment: Environment, redirect_uri: str
    ) -> bool:
        """True when the client may have its answer sent to the redirect URI."""
        table = _table(environment)
        requested = _text(redirect_uri)
        client = table.client(client_id)
        if client is None or requested is None:
            return False
        return client.target(requested) is not None


    def is_post_logout_redirect_uri_allowed(
        client_id: str, environment: Environment, uri: str
    ) -> bool:
        """True when the client may have a user sent to the URI after the sign-out."""
        client = _table(environment).client(client_id)
        return client is not None and uri in client.post_logout_redirect_uris


    def is_cors_origin_allowed(
        client_id: str, environment: Environment, origin: str
    ) -> bool:
        """True when scripts of the origin may read what the client gets.

        Answer with ``Access-Control-Allow-Origin: ORIGIN`` and ``Vary: Origin``, else with
        neither. ``origin`` is the header ``Origin`` as it came.
        """
        client = _table(environment).client(client_id)
        return client is not None and origin in client.cors_origins


    def is_grant_type_allowed(
        client_id: str, environment: Environment, grant_type: str
    ) -> bool:
        """True when the client may use the grant type at the token endpoint."""
        client = _table(environment).client(client_id)
        return client is not None and grant_type in client.grant_types


    def decide_authorization(
        raw_query: str, environment: Environment
    ) -> AuthorizationDecision:
        """Decides a request at the authorization endpoint.

        ``raw_query`` is the query as it arrived, without the ``?``, not decoded.
        """
        table = _table(environment)
        parameters = _read_parameters(raw_query, plus_is_space=True)
        if parameters is None or "client_id" not in parameters:
            return AuthorizationDecision("local_error", error="invalid_request")
        client = table.client(parameters["client_id"])
        if client is None:
            return AuthorizationDecision("local_error", error="invalid_client")
        redirect_uri = client.target(parameters.get("redirect_uri"))
        if redirect_uri is None:
            return AuthorizationDecision("local_error", error="invalid_request")

        state = parameters.get("state")

        def refused(error: str) -> AuthorizationDecision:
            target = error_url(redirect_uri, error, state, client.issuer)
            return AuthorizationDecision("redirect_error", target=target, error=error)

        response_type = parameters.get("response_type")
        if response_type is None:
            return refused("invalid_request")
        if response_type not in client.response_types:
            return refused("unsupported_response_type")
        if state is None and client.requires_state:
            return refused("invalid_request")
        scopes = client.granted(parameters.get("scope"))
        if scopes is None:
            return refused("invalid_scope")
        challenge = parameters.get("code_challenge")
        if not client.accepts_challenge(challenge, parameters.get("code_challenge_method")):
            return refused("invalid_request")
        return AuthorizationDecision(
            "allow", client.request(redirect_uri, scopes, parameters)
        )


    @overload
    def decide_app_flip(url: str, environment: Environment) -> AppFlipDecision: ...


    @overload
    def decide_app_flip(
        caller: Caller,
        extras: AppFlipExtras,
        environment: Environment,
        action: Optional[str] = None,
    ) -> AppFlipResult: ...


    def decide_app_flip(*args: Any, **kwargs: Any) -> Union[AppFlipDecision, AppFlipResult]:
        """Decides an App Flip request: a universal link (iOS) or an intent (Android).

        ``url`` is the universal link that opened the app, as text. ``action`` is the action
        of the intent; it can be left out where the app has only one App Flip action.
        """
        is_link = len(args) + len(kwargs) == 2 or (args and isinstance(args[0], str))
        if "url" in kwargs or is_link:
            return _decide_link(*args, **kwargs)
        return _decide_intent(*args, **kwargs)


    def success_url(
        redirect_uri: str, code: str, state: Optional[str], issuer: Optional[str] = None
    ) -> str:
        """Where to send the user with a code.

        ``redirect_uri`` is the one of an allowed request, never the text of the request
        itself.
        """
        return _url(redirect_uri, code=code, state=state, iss=issuer)


    def error_url(
        redirect_uri: str,
        error: str,
        state: Optional[str],
        issuer: Optional[str] = None,
        description: Optional[str] = None,
    ) -> str:
        """Where to send the user with an error.

        ``redirect_uri`` is the one of an allowed request, never the text of the request
        itself. ``description`` is sent as ``error_description``, for people.
        """
        return _url(
            redirect_uri, error=error, error_description=description, state=state, iss=issuer
        )


    def _decide_link(url: str, environment: Environment) -> AppFlipDecision:
        clients = _table(environment).clients
        link, _, query = (_text(url) or "").partition("?")
        candidates = [client for client in clients if client.universal_link == link]
        if not candidates:
            return AppFlipDecision("ignore")
        parameters = _read_parameters(query, plus_is_space=False)
        if parameters is None or "redirect_uri" not in parameters:
            return AppFlipDecision("not_handled")
        client = _named(parameters.get("client_id"), candidates)
        owners = candidates if client is None else [client]
        answerable = _answerable(parameters["redirect_uri"], owners)
        if answerable is None:
            return AppFlipDecision("not_handled")
        owner, redirect_uri = answerable
        state = parameters.get("state")
        scopes = client.granted(parameters.get("scope")) if client else None
        challenge = parameters.get("code_challenge")
        method = parameters.get("code_challenge_method")
        if (
            client is None
            or scopes is None
            or (state is None and client.requires_state)
            or not client.accepts_challenge(challenge, method)
        ):
            error = "invalid_request"
            target = error_url(redirect_uri, error, state, owner.issuer)
            return AppFlipDecision("return_error", target=target, error=error)
        return AppFlipDecision("allow", client.request(redirect_uri, scopes, parameters))


    def _decide_intent(
        caller: Caller,
        extras: AppFlipExtras,
        environment: Environment,
        action: Optional[str] = None,
    ) -> AppFlipResult:
        candidates = [
            client
            for client in _table(environment).clients
            if client.intent_action is not None and action in (None, client.intent_action)
        ]
        if not candidates:
            return AppFlipResult("ignore")
        extras = extras if isinstance(extras, Mapping) else {}
        client = _named(_text(extras.get("CLIENT_ID")), candidates)
        owners = candidates if client is None else [client]
        if not any(owner.accepts_caller(caller) for owner in owners):
            return AppFlipResult("cancelled")

        def invalid(what: str) -> AppFlipResult:
            return AppFlipResult("error", None, 3, 1, f"Invalid {what}")

        answerable = _answerable(_text(extras.get("REDIRECT_URI")) or "", owners)
        if answerable is None:
            return invalid("redirect URI")
        if client is None:
            return invalid("client")
        scopes = _scopes(extras.get("SCOPE"))
        if scopes is None or not client.has_scopes(scopes):
            return invalid("scope")
        if client.requires_pkce:  # An intent has no code challenge.
            return invalid("request")
        _, redirect_uri = answerable
        return AppFlipResult(
            "allow",
            Request(
                client.id, redirect_uri, scopes=scopes, requested_redirect_uri=redirect_uri
            ),
        )
    """#
}
