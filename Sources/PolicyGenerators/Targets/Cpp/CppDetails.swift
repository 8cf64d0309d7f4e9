extension CppTarget {
  /// How requests are read and answers are written.
  static let details: Code<CppLanguage> = #"""
    constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

    /// `A-Z a-z 0-9 - . _ ~` (RFC 3986 section 2.3), in every locale.
    constexpr bool is_unreserved(char c) {
      return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || is_digit(c) || c == '-' || c == '.' ||
             c == '_' || c == '~';
    }

    /// The value of a hexadecimal digit, or -1.
    constexpr int hex_digit(char c) {
      if (is_digit(c)) return c - '0';
      if (c >= 'A' && c <= 'F') return c - 'A' + 10;
      return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    }

    /// The parts between separators, empty ones too.
    inline std::vector<std::string_view> split(std::string_view text, char separator) {
      std::vector<std::string_view> parts;
      for (std::size_t end; (end = text.find(separator)) != text.npos; text.remove_prefix(end + 1)) {
        parts.push_back(text.substr(0, end));
      }
      parts.push_back(text);
      return parts;
    }

    inline bool contains(const std::vector<std::string_view>& texts, std::string_view text) {
      return std::find(texts.begin(), texts.end(), text) != texts.end();
    }

    /// True for well-formed UTF-8: no overlong form, no surrogate, nothing above U+10FFFF.
    inline bool is_utf8(std::string_view text) {
      for (std::size_t place = 0; place < text.size();) {
        const auto lead = static_cast<unsigned char>(text[place++]);
        if (lead < 0x80) continue;
        if (lead < 0xC2 || lead > 0xF4) return false;
        const int more = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
        // The second byte has a smaller range after some first ones.
        unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
        unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        for (int count = 0; count < more; ++count) {
          if (place == text.size()) return false;
          const auto next = static_cast<unsigned char>(text[place++]);
          if (next < low || next > high) return false;
          low = 0x80;
          high = 0xBF;
        }
      }
      return true;
    }

    /// A name and its value; left out where there is no value.
    using Parameter = std::pair<std::string_view, std::optional<std::string_view>>;

    /// Appends parameters; the query of the redirect URI stays (RFC 6749 section 3.1.2). Values read
    /// the same for form decoders and percent decoders.
    inline std::string url(std::string_view redirect_uri, std::initializer_list<Parameter> parameters) {
      std::string output(redirect_uri);
      std::string_view separator = "?";
      if (redirect_uri.find('?') != redirect_uri.npos) {
        separator = redirect_uri.back() == '?' || redirect_uri.back() == '&' ? "" : "&";
      }
      constexpr std::string_view digits = "0123456789ABCDEF";
      for (const auto& [name, value] : parameters) {
        if (!value) continue;
        output.append(separator).append(name).push_back('=');
        separator = "&";
        for (const char c : *value) {
          if (is_unreserved(c)) {
            output.push_back(c);
          } else {
            const auto byte = static_cast<unsigned char>(c);
            output.push_back('%');
            output.push_back(digits[byte >> 4]);
            output.push_back(digits[byte & 15]);
          }
        }
      }
      return output;
    }

    /// The text with its escapes decoded; none where an escape or the UTF-8 is malformed.
    inline std::optional<std::string> decoded(std::string_view text, bool plus_is_space) {
      std::string output;
      output.reserve(text.size());
      for (std::size_t place = 0; place < text.size(); ++place) {
        char c = text[place];
        if (c == '+' && plus_is_space) {
          c = ' ';
        } else if (c == '%') {
          if (text.size() - place < 3) return std::nullopt;
          const int high = hex_digit(text[place + 1]);
          const int low = hex_digit(text[place + 2]);
          if (high < 0 || low < 0) return std::nullopt;
          c = static_cast<char>(high * 16 + low);
          place += 2;
        }
        output.push_back(c);
      }
      if (!is_utf8(output)) return std::nullopt;
      return output;
    }

    /// A parameter that is looked for, and where it goes.
    using Known = std::pair<std::string_view, std::optional<std::string>*>;

    /// Reads known parameters up to a `#` strictly: a malformed escape, bytes that are no UTF-8, or a
    /// known parameter that stands twice refuse the whole request, because two parsers would see two
    /// requests. Empty ones count as absent.
    inline bool read_known(std::string_view query, bool plus_is_space, const Known* known,
                           std::size_t count) {
      for (const std::string_view piece : split(query.substr(0, query.find('#')), '&')) {
        if (piece.empty()) continue;
        const std::size_t mark = std::min(piece.find('='), piece.size());
        const auto name = decoded(piece.substr(0, mark), plus_is_space);
        const auto value = decoded(piece.substr(std::min(mark + 1, piece.size())), plus_is_space);
        if (!name || !value) return false;
        for (std::size_t index = 0; index < count; ++index) {
          const auto& [known_name, slot] = known[index];
          if (known_name != *name) continue;
          if (*slot) return false;
          *slot = value;
        }
      }
      for (std::size_t index = 0; index < count; ++index) {
        std::optional<std::string>& slot = *known[index].second;
        if (slot && slot->empty()) slot.reset();
      }
      return true;
    }

    /// The parameters of a request; none where one is absent or empty (RFC 6749 section 3.1).
    struct Parameters {
      std::optional<std::string> client_id;
      std::optional<std::string> redirect_uri;
      std::optional<std::string> response_type;
      std::optional<std::string> scope;
      std::optional<std::string> state;
      std::optional<std::string> code_challenge;
      std::optional<std::string> code_challenge_method;
      std::optional<std::string> user_locale;

      /// Reads a query; none where the request must be refused.
      static std::optional<Parameters> read(std::string_view query, bool plus_is_space) {
        Parameters parameters;
        const Known known[] = {
            {"client_id", &parameters.client_id},
            {"redirect_uri", &parameters.redirect_uri},
            {"response_type", &parameters.response_type},
            {"scope", &parameters.scope},
            {"state", &parameters.state},
            {"code_challenge", &parameters.code_challenge},
            {"code_challenge_method", &parameters.code_challenge_method},
            {"user_locale", &parameters.user_locale},
        };
        if (!read_known(query, plus_is_space, known, std::size(known))) return std::nullopt;
        return parameters;
      }
    };
    """#
}
