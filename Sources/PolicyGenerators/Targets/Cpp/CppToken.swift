import PolicyDecision

extension CppTarget {
  /// The types and functions of the token endpoint.
  static let tokenDeclarations: Code<CppLanguage> = #"""
    /// A token request that agrees with the policy; what it does not have is absent. Compare
    /// `client_secret` in constant time, then look up the code (see `accepts`) or the refresh token, or
    /// verify the assertion.
    struct TokenRequest {
      /// Who asks.
      std::string client_id;
      /// `authorization_code`, `refresh_token` or that of an assertion (RFC 7523).
      std::string grant_type;
      /// Absent for a public client, and only there.
      std::optional<std::string> client_secret;
      std::optional<std::string> code;
      std::optional<std::string> redirect_uri;
      std::optional<std::string> code_verifier;
      std::optional<std::string> refresh_token;
      std::optional<std::string> intent;
      std::optional<std::string> assertion;
      /// Of `client_credentials`, where it was checked.
      std::optional<std::string> scope;

      /// True if the request may exchange a code, given what was kept with it: the client and the
      /// redirect URI are the same (RFC 6749 section 4.1.3), and the verifier matches the challenge
      /// (RFC 7636 section 4.6). Without a challenge, there must be no verifier, and `decide_token` has
      /// refused a client that requires PKCE. If the result is false, or if the code is unknown, used
      /// or expired, answer 400 with `invalid_grant`.
      bool accepts(const std::optional<IssuedCode>& issued) const;
    };

    /// Answer `status` with `error` as JSON (RFC 6749 section 5.2), and with the header
    /// `WWW-Authenticate: Basic realm="token"` where `asks_for_basic`.
    struct TokenError {
      int status;
      std::string error;
      bool asks_for_basic;
    };

    /// The answer to a request at the token endpoint.
    using TokenDecision = std::variant<TokenRequest, TokenError>;

    /// Decides a request at the token endpoint. `raw_form` is the body as it arrived, not decoded;
    /// `authorization` is the header of that name, absent where there is none.
    TokenDecision decide_token(std::string_view raw_form,
                               std::optional<std::string_view> authorization,
                               Environment environment);
    """#

  /// What to keep with a code.
  static let issuedCode: Code<CppLanguage> = #"""
    /// What to keep with an authorization code until it is given for tokens.
    struct IssuedCode {
      /// Who may give it.
      std::string client_id;
      /// As the authorization request had it; absent where it had none.
      std::optional<std::string> redirect_uri;
      /// What the verifier is compared with (RFC 7636).
      std::optional<std::string> code_challenge;
      /// `S256` or `plain`; absent without a challenge.
      std::optional<std::string> code_challenge_method;
    };
    """#

  /// The decision of the token endpoint.
  static let tokenFunctions: Code<CppLanguage> = #"""
    inline bool TokenRequest::accepts(const std::optional<IssuedCode>& issued) const {
      return issued && code && issued->client_id == client_id &&
             (!issued->redirect_uri || issued->redirect_uri == redirect_uri) &&
             detail::matches(code_verifier, *issued);
    }

    inline TokenDecision decide_token(std::string_view raw_form,
                                      std::optional<std::string_view> authorization,
                                      Environment environment) {
      const auto refused = [](int status, const char* error) {
        return TokenError{status, error, status == 401};
      };
      const auto form = detail::Form::read(raw_form);
      if (!form || !form->grant_type) return refused(400, "invalid_request");
      const std::string& grant_type = *form->grant_type;
      const bool is_code = grant_type == "authorization_code";
      const bool is_refresh = grant_type == "refresh_token";
      const bool is_assertion = grant_type == detail::assertion_grant;
      // RFC 7521 section 4.1.
      const bool is_bearer = is_assertion || grant_type == detail::saml_grant;
      // What a client lists; the implicit grant is none of the token endpoint (RFC 6749 section 4.2).
      const auto is_listed = [&] {
        return grant_type != "implicit" &&
               !detail::table(environment)
                    .filtered([&](const detail::Client& each) {
                      return detail::contains(each.grant_types, grant_type);
                    })
                    .empty();
      };
      if (!is_code && !is_refresh && !is_assertion && !is_listed()) {
        return refused(400, "unsupported_grant_type");
      }
      std::optional<std::string> id = form->client_id;
      std::optional<std::string> secret = form->client_secret;
      const bool has_header = authorization.has_value();
      if (has_header) {
        if (secret) return refused(400, "invalid_request");
        auto credentials = detail::basic_credentials(*authorization);
        if (!credentials) return refused(401, "invalid_client");
        if (id && *id != credentials->first) return refused(400, "invalid_request");
        id = std::move(credentials->first);
        secret = std::move(credentials->second);
      }
      const detail::Client* const client =
          id ? detail::table(environment).client(*id) : nullptr;
      if (!client) return refused(400, "invalid_grant");
      if (!client->authenticates(has_header, secret.has_value())) {
        return refused(has_header || client->authenticates_by_header ? 401 : 400, "invalid_client");
      }
      if (!detail::contains(client->grant_types, grant_type)) {
        const bool is_unknown = is_assertion && client->assertion_intents.empty();
        return refused(400, is_unknown ? "unsupported_grant_type" : "unauthorized_client");
      }
      const bool is_own = grant_type == "client_credentials";
      const std::optional<std::string> scope = is_own ? form->scope : std::nullopt;
      if (is_code) {
        if (!form->code) return refused(400, "invalid_request");
        const auto& verifier = form->code_verifier;
        if (!client->target(form->redirect_uri) ||
            (verifier ? !detail::is_verifier(*verifier) : client->requires_pkce)) {
          return refused(400, "invalid_grant");
        }
      } else if (is_refresh) {
        if (!form->refresh_token) return refused(400, "invalid_request");
      } else if (is_own) {
        // A public client has no credentials.
        if (client->is_public) return refused(400, "unauthorized_client");
        if (!client->requested_scopes(scope)) return refused(400, "invalid_scope");
      } else if (is_bearer) {
        if (!form->assertion) return refused(400, "invalid_request");
        if (is_assertion && !client->assertion_intents.empty() &&
            (!form->intent || !detail::contains(client->assertion_intents, *form->intent))) {
          return refused(400, "invalid_request");
        }
      }
      // Of the grant only: whatever else stands in the form is not looked at.
      TokenRequest request{};
      request.client_id = std::string(client->id);
      request.grant_type = grant_type;
      request.client_secret = std::move(secret);
      if (is_code) {
        request.code = form->code;
        request.redirect_uri = form->redirect_uri;
        request.code_verifier = form->code_verifier;
      } else if (is_refresh) {
        request.refresh_token = form->refresh_token;
      } else if (is_own) {
        request.scope = scope;
      } else if (is_bearer) {
        if (is_assertion) request.intent = form->intent;
        request.assertion = form->assertion;
      }
      return request;
    }
    """#

  /// What the decision of the token endpoint is made of.
  static let tokenDetails: Code<CppLanguage> = #"""
    inline constexpr std::string_view assertion_grant = \#(Code.assertionGrant);
    inline constexpr std::string_view saml_grant = \#(Code.samlGrant);

    /// The parameters of a token request; none where one is absent or empty.
    struct Form {
      \#(lines: TokenParameterMembers.declarations)

      /// Reads a body as strictly as `Parameters` reads a query.
      static std::optional<Form> read(std::string_view body) {
        Form form;
        const Known known[] = {
            \#(lines: TokenParameterMembers.known)
        };
        if (!read_known(body, true, known, std::size(known))) return std::nullopt;
        return form;
      }
    };

    /// RFC 7636 section 4.1.
    inline bool is_verifier(std::string_view text) {
      return text.size() >= 43 && text.size() <= 128 &&
             std::all_of(text.begin(), text.end(), is_unreserved);
    }

    \#(sha256)

    /// The SHA-256 of a text in base64url without padding.
    inline std::string sha256_base64url(std::string_view text) {
      constexpr std::string_view alphabet =
          "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
      std::string output;
      unsigned buffer = 0;
      unsigned bits = 0;
      for (const unsigned char byte : sha256(text)) {
        buffer = buffer << 8U | byte;
        bits += 8;
        while (bits >= 6) {
          bits -= 6;
          output.push_back(alphabet[buffer >> bits]);
          buffer &= (1U << bits) - 1U;
        }
      }
      if (bits > 0) output.push_back(alphabet[buffer << (6 - bits)]);
      return output;
    }

    /// Equal bytes, in a time that does not depend on how many of them agree.
    inline bool is_same_secret(std::string_view left, std::string_view right) {
      if (left.size() != right.size()) return false;
      unsigned difference = 0;
      for (std::size_t place = 0; place < left.size(); ++place) {
        difference |= static_cast<unsigned char>(left[place] ^ right[place]);
      }
      return difference == 0;
    }

    /// Compares the verifier with the challenge (RFC 7636 section 4.6). A verifier without a challenge
    /// is a downgrade (RFC 9700 section 2.1.1).
    inline bool matches(const std::optional<std::string>& verifier, const IssuedCode& issued) {
      if (!verifier || !issued.code_challenge) return !verifier && !issued.code_challenge;
      const bool is_plain = issued.code_challenge_method == "plain";
      return is_verifier(*verifier) &&
             is_same_secret(is_plain ? *verifier : sha256_base64url(*verifier), *issued.code_challenge);
    }

    /// The bytes of padded Base64 whose spare bits are zero, so that a value has one spelling.
    inline std::optional<std::string> decoded_base64(std::string_view text) {
      constexpr std::string_view alphabet =
          "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
      if (text.empty() || text.size() % 4 != 0) return std::nullopt;
      for (int count = 0; count < 2 && text.back() == '='; ++count) text.remove_suffix(1);
      std::string output;
      unsigned buffer = 0;
      unsigned bits = 0;
      for (const char c : text) {
        const std::size_t value = alphabet.find(c);
        if (value == alphabet.npos) return std::nullopt;
        buffer = buffer << 6U | static_cast<unsigned>(value);
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        output.push_back(static_cast<char>(static_cast<unsigned char>(buffer >> bits)));
        buffer &= (1U << bits) - 1U;
      }
      if (bits >= 6 || buffer != 0) return std::nullopt;
      return output;
    }

    /// ID and secret of a Basic header (RFC 6749 section 2.3.1). Both are form-encoded; an empty secret
    /// is none.
    inline std::optional<std::pair<std::string, std::optional<std::string>>> basic_credentials(
        std::string_view header) {
      const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
      while (!header.empty() && is_blank(header.front())) header.remove_prefix(1);
      while (!header.empty() && is_blank(header.back())) header.remove_suffix(1);
      constexpr std::string_view small = "basic ";
      if (header.size() < small.size()) return std::nullopt;
      for (std::size_t place = 0; place < small.size(); ++place) {
        // The bit that tells small letters from capitals; a space has it.
        if (header[place] != small[place] &&
            (small[place] == ' ' || header[place] != small[place] - 0x20)) {
          return std::nullopt;
        }
      }
      header.remove_prefix(std::min(header.find_first_not_of(' ', small.size()), header.size()));
      const auto pair = decoded_base64(header);
      const std::size_t colon = pair ? pair->find(':') : std::string::npos;
      if (colon == std::string::npos) return std::nullopt;
      const std::string_view view = *pair;
      auto id = decoded(view.substr(0, colon), true);
      auto secret = decoded(view.substr(colon + 1), true);
      if (!id || id->empty() || !secret) return std::nullopt;
      if (secret->empty()) secret.reset();
      return std::make_pair(std::move(*id), std::move(secret));
    }
    """#
}

/// The parameters of token requests as members of a C++ structure.
private enum TokenParameterMembers {
  private static var names: [Code<CppLanguage>] {
    TokenForm.names.map { "\(word: $0)" }
  }

  static var declarations: [Code<CppLanguage>] {
    names.map { "std::optional<std::string> \($0);" }
  }

  static var known: [Code<CppLanguage>] { names.map { "{\"\($0)\", &form.\($0)}," } }
}
