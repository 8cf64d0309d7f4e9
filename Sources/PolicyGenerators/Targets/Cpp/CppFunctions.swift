extension CppTarget {
  /// The decisions.
  static let functions: Code<CppLanguage> = #"""
    inline std::string Request::success_url(std::string_view code) const {
      return linkpolicy::success_url(redirect_uri, code, state, issuer);
    }

    inline std::string Request::error_url(std::string_view error,
                                          std::optional<std::string_view> description) const {
      return linkpolicy::error_url(redirect_uri, error, state, issuer, description);
    }

    inline bool is_redirect_uri_allowed(std::string_view client_id, Environment environment,
                                        std::string_view redirect_uri) {
      const detail::Client* const client = detail::table(environment).client(client_id);
      return client && client->target(redirect_uri);
    }

    inline bool is_post_logout_redirect_uri_allowed(std::string_view client_id,
                                                    Environment environment, std::string_view uri) {
      const detail::Client* const client = detail::table(environment).client(client_id);
      return client && detail::contains(client->post_logout_redirect_uris, uri);
    }

    inline bool is_cors_origin_allowed(std::string_view client_id, Environment environment,
                                       std::string_view origin) {
      const detail::Client* const client = detail::table(environment).client(client_id);
      return client && detail::contains(client->cors_origins, origin);
    }

    inline bool is_grant_type_allowed(std::string_view client_id, Environment environment,
                                      std::string_view grant_type) {
      const detail::Client* const client = detail::table(environment).client(client_id);
      return client && detail::contains(client->grant_types, grant_type);
    }

    inline AuthorizationDecision decide_authorization(std::string_view raw_query,
                                                      Environment environment) {
      const auto parameters = detail::Parameters::read(raw_query, true);
      if (!parameters || !parameters->client_id) return LocalError{"invalid_request"};
      const detail::Client* const client = detail::table(environment).client(*parameters->client_id);
      if (!client) return LocalError{"invalid_client"};
      const auto redirect_uri = client->target(parameters->redirect_uri);
      if (!redirect_uri) return LocalError{"invalid_request"};
      const auto refused = [&](const char* error) {
        return RedirectError{error_url(*redirect_uri, error, parameters->state, client->issuer), error};
      };
      if (!parameters->response_type) return refused("invalid_request");
      if (!detail::contains(client->response_types, *parameters->response_type)) {
        return refused("unsupported_response_type");
      }
      if (!parameters->state && client->requires_state) return refused("invalid_request");
      const auto scopes = client->requested_scopes(parameters->scope);
      if (!scopes) return refused("invalid_scope");
      if (!client->accepts(parameters->code_challenge, parameters->code_challenge_method)) {
        return refused("invalid_request");
      }
      return client->request(*redirect_uri, *parameters, *scopes);
    }

    inline AppFlipDecision decide_app_flip(std::string_view url, Environment environment) {
      const std::size_t mark = std::min(url.find('?'), url.size());
      const std::string_view link = url.substr(0, mark);
      const auto candidates = detail::table(environment).filtered([link](const detail::Client& client) {
        return client.universal_link == link;
      });
      if (candidates.empty()) return Ignore{};
      const auto parameters =
          detail::Parameters::read(url.substr(std::min(mark + 1, url.size())), false);
      if (!parameters || !parameters->redirect_uri) return NotHandled{};
      const detail::Client* const client = detail::named(parameters->client_id, candidates);
      const detail::Client* const owner = detail::owner(
          *parameters->redirect_uri, client ? detail::Clients{client} : candidates);
      if (!owner) return NotHandled{};
      const auto redirect_uri = owner->target(parameters->redirect_uri);
      const auto scopes = client ? client->requested_scopes(parameters->scope) : std::nullopt;
      if (!scopes || (!parameters->state && client->requires_state) ||
          !client->accepts(parameters->code_challenge, parameters->code_challenge_method)) {
        const char* const error = "invalid_request";
        return RedirectError{error_url(*redirect_uri, error, parameters->state, owner->issuer), error};
      }
      return client->request(*redirect_uri, *parameters, *scopes);
    }

    inline AppFlipResult decide_app_flip(const Caller& caller, const AppFlipExtras& extras,
                                         Environment environment,
                                         std::optional<std::string_view> action) {
      const auto candidates = detail::table(environment).filtered([&](const detail::Client& client) {
        return client.intent_action && (!action || *action == *client.intent_action);
      });
      if (candidates.empty()) return Ignore{};
      const detail::Client* const client = detail::named(extras.client_id, candidates);
      const auto owners = client ? detail::Clients{client} : candidates;
      if (std::none_of(owners.begin(), owners.end(),
                       [&](const detail::Client* owner) { return owner->accepts(caller); })) {
        return Cancelled{};
      }
      if (!extras.redirect_uri || !detail::owner(*extras.redirect_uri, owners)) {
        return AppFlipError{3, 1, "Invalid redirect URI"};
      }
      if (!client) return AppFlipError{3, 1, "Invalid client"};
      if (!client->has_scopes(extras.scopes)) return AppFlipError{3, 1, "Invalid scope"};
      // An intent has no code challenge.
      if (client->requires_pkce) return AppFlipError{3, 1, "Invalid request"};
      // The result is bound to the call of the activity: there is no state to send back.
      const std::string id(client->id);
      return Request{id,           *extras.redirect_uri,
                     std::nullopt, extras.scopes,
                     std::nullopt, IssuedCode{id, extras.redirect_uri, std::nullopt, std::nullopt},
                     std::nullopt};
    }

    inline std::string success_url(std::string_view redirect_uri, std::string_view code,
                                   std::optional<std::string_view> state,
                                   std::optional<std::string_view> issuer) {
      return detail::url(redirect_uri, {{"code", code}, {"state", state}, {"iss", issuer}});
    }

    inline std::string error_url(std::string_view redirect_uri, std::string_view error,
                                 std::optional<std::string_view> state,
                                 std::optional<std::string_view> issuer,
                                 std::optional<std::string_view> description) {
      return detail::url(redirect_uri, {{"error", error},
                                        {"error_description", description},
                                        {"state", state},
                                        {"iss", issuer}});
    }
    """#
}
