extension CppTarget {
  /// A client, and the clients of an environment.
  static let client: Code<CppLanguage> = #"""
    /// The 32 bytes of a SHA-256 in hex, with a colon between every two digits or with none.
    inline std::optional<std::array<int, 32>> hash(std::string_view text) {
      if (text.size() != 64 && text.size() != 95) return std::nullopt;
      const std::size_t step = text.size() == 64 ? 2 : 3;
      std::array<int, 32> bytes{};
      for (std::size_t index = 0; index < bytes.size(); ++index) {
        const std::size_t place = index * step;
        const int high = hex_digit(text[place]);
        const int low = hex_digit(text[place + 1]);
        const bool is_separated = step == 2 || index + 1 == bytes.size() || text[place + 2] == ':';
        if (high < 0 || low < 0 || !is_separated) return std::nullopt;
        bytes[index] = high * 16 + low;
      }
      return bytes;
    }

    /// A certificate of an app that may send App Flip intents.
    struct KnownCaller {
      std::string_view package;
      std::string_view certificate;
    };

    /// A client as it exists in one environment. All texts are literals of this file.
    struct Client {
      explicit Client(std::string_view text) : id(text) {}

      \#(lines: CppTables.members)

      /// Where the answer goes: the registered text of a requested redirect URI, or of the only one
      /// where the client may leave it out; none for nowhere.
      std::optional<std::string> target(std::optional<std::string_view> requested) const {
        if (!requested) {
          if (!allows_omitted_redirect_uri || redirect_uris.size() != 1) return std::nullopt;
          return std::string(redirect_uris.front());
        }
        if (contains(redirect_uris, *requested)) return std::string(*requested);
        if (!is_native) return std::nullopt;
        const auto portless = without_loopback_port(*requested);
        if (!portless || !contains(redirect_uris, *portless)) return std::nullopt;
        return std::string(*requested);
      }

      /// `http://127.0.0.1/cb` for `http://127.0.0.1:51004/cb` (RFC 8252 section 7.3), with both
      /// literal addresses and nothing else; none for all other texts.
      static std::optional<std::string> without_loopback_port(std::string_view requested) {
        for (const std::string_view origin : {"http://127.0.0.1", "http://[::1]"}) {
          if (requested.substr(0, origin.size()) != origin) continue;
          std::string_view rest = requested.substr(origin.size());
          if (rest.empty() || rest.front() != ':') continue;
          rest.remove_prefix(1);
          int port = 0;
          std::size_t digits = 0;
          for (; digits < 6 && digits < rest.size() && is_digit(rest[digits]); ++digits) {
            port = port * 10 + (rest[digits] - '0');
          }
          if (digits < 1 || digits > 5 || rest.front() == '0' || port > 65535) return std::nullopt;
          rest.remove_prefix(digits);
          if (rest.empty() || (rest.front() != '/' && rest.front() != '?')) return std::nullopt;
          return std::string(origin).append(rest);
        }
        return std::nullopt;
      }

      template <class Text>
      bool has_scopes(const std::vector<Text>& requested) const {
        return std::all_of(requested.begin(), requested.end(),
                           [this](std::string_view scope) { return contains(scopes, scope); });
      }

      /// The scopes that are asked for; none where one is not registered or empty.
      std::optional<std::vector<std::string>> requested_scopes(
          const std::optional<std::string>& requested) const {
        if (!requested) return std::vector<std::string>();
        const auto parts = split(*requested, ' ');
        if (!has_scopes(parts)) return std::nullopt;
        return std::vector<std::string>(parts.begin(), parts.end());
      }

      /// RFC 7636: an absent method means `plain`; a SHA-256 in base64url has 43 characters.
      bool accepts(const std::optional<std::string>& code_challenge,
                   const std::optional<std::string>& requested_method) const {
        if (!code_challenge) return !requires_pkce && !requested_method;
        const std::string method = requested_method.value_or("plain");
        const bool is_plain = method == "plain";
        const std::size_t length = code_challenge->size();
        return contains(code_challenge_methods, method) && length >= 43 &&
               length <= (is_plain ? 128U : 43U) &&
               std::all_of(code_challenge->begin(), code_challenge->end(), [is_plain](char c) {
                 return is_unreserved(c) && (is_plain || (c != '.' && c != '~'));
               });
      }

      /// The package by its bytes and its one certificate by the bytes of the hash.
      bool accepts(const Caller& caller) const {
        if (caller.certificates.size() != 1) return false;
        const auto certificate = hash(caller.certificates.front());
        return certificate &&
               std::any_of(callers.begin(), callers.end(), [&](const KnownCaller& known) {
                 return known.package == caller.package && hash(known.certificate) == certificate;
               });
      }

      /// A request that agrees with the policy.
      Request request(const std::string& target, const Parameters& parameters,
                      const std::vector<std::string>& requested) const {
        IssuedCode issued{std::string(id), parameters.redirect_uri, parameters.code_challenge,
                          parameters.code_challenge_method};
        if (issued.code_challenge && !issued.code_challenge_method) {
          issued.code_challenge_method = "plain";
        }
        return Request{std::string(id),
                       target,
                       parameters.state,
                       requested,
                       parameters.code_challenge,
                       std::move(issued),
                       issuer ? std::optional<std::string>(*issuer) : std::nullopt};
      }

      /// True where the secret comes as it must (RFC 6749 section 2.3).
      bool authenticates(bool has_header, bool has_secret) const {
        return is_public ? !has_header && !has_secret
                         : has_secret && has_header == authenticates_by_header;
      }
    };

    using Clients = std::vector<const Client*>;

    /// The client of that ID, or null.
    inline const Client* named(const std::optional<std::string>& id, const Clients& clients) {
      const auto place = std::find_if(clients.begin(), clients.end(),
                                      [&](const Client* client) { return client->id == id; });
      return place == clients.end() ? nullptr : *place;
    }

    /// The first client that has the redirect URI for App Flip, or null.
    inline const Client* owner(const std::string& requested, const Clients& clients) {
      const auto place = std::find_if(clients.begin(), clients.end(), [&](const Client* client) {
        return client->target(requested).has_value() &&
               !contains(client->browser_redirect_uris, requested);
      });
      return place == clients.end() ? nullptr : *place;
    }

    /// The clients of one environment.
    class Table {
     public:
      explicit Table(std::vector<Client> all) : clients(std::move(all)) {
        for (const Client& client : clients) by_id.emplace(client.id, &client);
      }

      // The map points into the vector.
      Table(const Table&) = delete;
      Table& operator=(const Table&) = delete;

      /// The client of that ID, or null.
      const Client* client(std::string_view id) const {
        const auto entry = by_id.find(id);
        return entry == by_id.end() ? nullptr : entry->second;
      }

      template <class Predicate>
      Clients filtered(Predicate is_wanted) const {
        Clients wanted;
        for (const Client& client : clients) {
          if (is_wanted(client)) wanted.push_back(&client);
        }
        return wanted;
      }

     private:
      const std::vector<Client> clients;
      std::unordered_map<std::string_view, const Client*> by_id;
    };
    """#
}
