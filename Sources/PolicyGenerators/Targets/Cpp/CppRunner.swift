extension CppTarget {
  /// The program that runs `vectors.json` against the generated code.
  static func runner(_ header: GeneratedHeader) -> Code<CppLanguage> {
    #"""
    // \#(header)
    //
    // Runs vectors.json against the allowlist:
    //   c++ -std=c++17 test_allowlist.cpp -o run-vectors && ./run-vectors vectors.json

    #include <algorithm>
    #include <cstddef>
    #include <fstream>
    #include <iostream>
    #include <iterator>
    #include <map>
    #include <optional>
    #include <stdexcept>
    #include <string>
    #include <string_view>
    #include <utility>
    #include <variant>
    #include <vector>

    #include "linkpolicy_allowlist.hpp"

    namespace {

    /// A JSON value (RFC 8259) of the kinds that vector files hold.
    struct Value {
      enum class Kind { null, integer, string, array, object };

      Kind kind = Kind::null;
      /// The text of a string, the digits of an integer.
      std::string text;
      std::vector<Value> elements;
      std::map<std::string, Value> members;

      const Value& operator[](const std::string& name) const {
        static const Value null;
        const auto member = members.find(name);
        return member == members.end() ? null : member->second;
      }

      std::optional<std::string> optional() const {
        return kind == Kind::string ? std::optional<std::string>(text) : std::nullopt;
      }

      std::vector<std::string> texts() const {
        std::vector<std::string> texts;
        for (const Value& element : elements) texts.push_back(element.text);
        return texts;
      }
    };

    /// Reads JSON strictly; throws `std::runtime_error` where it is malformed.
    class Reader {
     public:
      explicit Reader(std::string_view all) : rest(all) {}

      Value document() {
        Value result = value();
        if (next() != '\0' || !rest.empty()) malformed();
        return result;
      }

     private:
      std::string_view rest;

      [[noreturn]] static void malformed() { throw std::runtime_error("malformed JSON"); }

      /// What comes after white space; NUL at the end.
      char next() {
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
        return rest.empty() ? '\0' : rest.front();
      }

      char take() {
        if (rest.empty()) malformed();
        const char c = rest.front();
        rest.remove_prefix(1);
        return c;
      }

      void take(char expected) {
        if (next() != expected || take() != expected) malformed();
      }

      /// Calls a function for each element up to a closing bracket.
      template <class Element>
      void elements(char open, char close, Element element) {
        take(open);
        if (next() != close) {
          element();
          while (next() != close) {
            take(',');
            element();
          }
        }
        take(close);
      }

      Value value() {
        Value result;
        switch (next()) {
          case '{':
            result.kind = Value::Kind::object;
            elements('{', '}', [&] {
              std::string name = string();
              take(':');
              if (!result.members.emplace(std::move(name), value()).second) malformed();
            });
            break;
          case '[':
            result.kind = Value::Kind::array;
            elements('[', ']', [&] { result.elements.push_back(value()); });
            break;
          case '"':
            result.kind = Value::Kind::string;
            result.text = string();
            break;
          case 'n':
            for (const char c : std::string_view("null")) take(c);
            break;
          default:
            result.kind = Value::Kind::integer;
            while (!rest.empty() && rest.front() >= '0' && rest.front() <= '9') {
              result.text.push_back(take());
            }
            if (result.text.empty()) malformed();
        }
        return result;
      }

      std::string string() {
        take('"');
        std::string output;
        for (char c = take(); c != '"'; c = take()) {
          if (static_cast<unsigned char>(c) < 0x20) malformed();
          if (c == '\\') {
            escaped(output);
          } else {
            output.push_back(c);
          }
        }
        return output;
      }

      void escaped(std::string& output) {
        const char c = take();
        if (c == 'u') {
          unsigned scalar = unit();
          if (scalar >= 0xD800 && scalar < 0xDC00) {
            if (take() != '\\' || take() != 'u') malformed();
            const unsigned low = unit();
            if (low < 0xDC00 || low > 0xDFFF) malformed();
            scalar = 0x10000 + ((scalar - 0xD800) << 10) + (low - 0xDC00);
          } else if (scalar >= 0xDC00 && scalar <= 0xDFFF) {
            malformed();
          }
          append(scalar, output);
          return;
        }
        constexpr std::string_view names = "\"\\/bfnrt";
        constexpr std::string_view characters = "\"\\/\b\f\n\r\t";
        const std::size_t place = names.find(c);
        if (place == names.npos) malformed();
        output.push_back(characters[place]);
      }

      unsigned unit() {
        unsigned result = 0;
        for (int count = 0; count < 4; ++count) {
          const std::size_t digit = std::string_view("0123456789abcdef").find(lower(take()));
          if (digit == std::string_view::npos) malformed();
          result = result * 16 + static_cast<unsigned>(digit);
        }
        return result;
      }

      static char lower(char c) { return c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c; }

      /// Appends a Unicode scalar value as UTF-8.
      static void append(unsigned scalar, std::string& output) {
        const auto byte = [&output](unsigned value) { output.push_back(static_cast<char>(value)); };
        if (scalar < 0x80) {
          byte(scalar);
        } else if (scalar < 0x800) {
          byte(0xC0 | scalar >> 6);
          byte(0x80 | (scalar & 0x3F));
        } else if (scalar < 0x10000) {
          byte(0xE0 | scalar >> 12);
          byte(0x80 | (scalar >> 6 & 0x3F));
          byte(0x80 | (scalar & 0x3F));
        } else {
          byte(0xF0 | scalar >> 18);
          byte(0x80 | (scalar >> 12 & 0x3F));
          byte(0x80 | (scalar >> 6 & 0x3F));
          byte(0x80 | (scalar & 0x3F));
        }
      }
    };

    /// The answer as one line, as vector files have it.
    struct Show {
      std::string operator()(const linkpolicy::Request& request) const {
        return "allow " + request.success_url("C1");
      }
      std::string operator()(const linkpolicy::RedirectError& error) const {
        return "redirect " + error.url;
      }
      std::string operator()(const linkpolicy::LocalError& error) const {
        return "local " + error.error;
      }
      std::string operator()(linkpolicy::NotHandled) const { return "not-handled"; }
      std::string operator()(linkpolicy::Ignore) const { return "ignore"; }
    };

    /// The same for intents, which are answered with a code and not with a URL.
    struct ShowResult {
      std::string operator()(const linkpolicy::Request& request) const {
        return "allow " + request.redirect_uri;
      }
      std::string operator()(const linkpolicy::AppFlipError& error) const {
        return "error " + std::to_string(error.type) + " " + std::to_string(error.code) + " " +
               error.description;
      }
      std::string operator()(linkpolicy::Cancelled) const { return "cancelled"; }
      std::string operator()(linkpolicy::Ignore) const { return "ignore"; }
    };

    std::optional<linkpolicy::Environment> environment(const std::string& name) {
    #ifndef LINKPOLICY_SANDBOX_ONLY
      if (name == "prod") return linkpolicy::Environment::prod;
    #endif
    #ifndef LINKPOLICY_PROD_ONLY
      if (name == "sandbox") return linkpolicy::Environment::sandbox;
    #endif
      return std::nullopt;
    }

    /// The answer to a client that has the right secret and its verifier.
    std::string answer_token(const Value& vector, linkpolicy::Environment world) {
      const auto decision =
          linkpolicy::decide_token(vector["form"].text, vector["authorization"].optional(), world);
      if (const auto* error = std::get_if<linkpolicy::TokenError>(&decision)) {
        return "error " + std::to_string(error->status) + " " + error->error +
               (error->asks_for_basic ? " basic" : "");
      }
      const auto& request = std::get<linkpolicy::TokenRequest>(decision);
      std::optional<linkpolicy::IssuedCode> issued;
      const Value& kept = vector["issued"];
      if (kept.kind == Value::Kind::object) {
        issued = linkpolicy::IssuedCode{kept["client_id"].text, kept["redirect_uri"].optional(),
                                        kept["code_challenge"].optional(),
                                        kept["code_challenge_method"].optional()};
      }
      return !request.code || request.accepts(issued) ? "allow" : "error 400 invalid_grant";
    }

    std::string answer(const Value& vector) {
      const auto world = environment(vector["environment"].text);
      if (!world) return "no environment " + vector["environment"].text;
      const std::string& kind = vector["kind"].text;
      const std::string& redirect_uri = vector["redirect_uri"].text;
      if (kind == "redirect_uri") {
        const std::string& client_id = vector["client_id"].text;
        return linkpolicy::is_redirect_uri_allowed(client_id, *world, redirect_uri) ? "allow" : "deny";
      }
      if (kind == "post_logout_redirect_uri") {
        const std::string& client_id = vector["client_id"].text;
        return linkpolicy::is_post_logout_redirect_uri_allowed(client_id, *world, redirect_uri)
                   ? "allow"
                   : "deny";
      }
      if (kind == "cors_origin") {
        const std::string& client_id = vector["client_id"].text;
        const std::string& origin = vector["origin"].text;
        return linkpolicy::is_cors_origin_allowed(client_id, *world, origin) ? "allow" : "deny";
      }
      if (kind == "grant_type") {
        const std::string& client_id = vector["client_id"].text;
        const std::string& grant_type = vector["grant_type"].text;
        return linkpolicy::is_grant_type_allowed(client_id, *world, grant_type) ? "allow" : "deny";
      }
      if (kind == "authorize") {
        return std::visit(Show(), linkpolicy::decide_authorization(vector["query"].text, *world));
      }
      if (kind == "app_flip_ios") {
        return std::visit(Show(), linkpolicy::decide_app_flip(vector["url"].text, *world));
      }
      if (kind == "app_flip_android") {
        const Value& caller = vector["caller"];
        const Value& extras = vector["extras"];
        const auto result = linkpolicy::decide_app_flip(
            {caller["package"].text, caller["certs"].texts()},
            {extras["client_id"].optional(), extras["redirect_uri"].optional(),
             extras["scopes"].texts()},
            *world, vector["action"].text);
        return std::visit(ShowResult(), result);
      }
      if (kind == "success_url") {
        return linkpolicy::success_url(redirect_uri, vector["code"].text, vector["state"].optional());
      }
      if (kind == "error_url") {
        return linkpolicy::error_url(redirect_uri, vector["error"].text, vector["state"].optional(),
                                     std::nullopt, vector["error_description"].optional());
      }
      if (kind == "token") return answer_token(vector, *world);
      return "no kind " + kind;
    }

    std::vector<Value> vectors(const char* path) {
      std::ifstream file(path, std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
      try {
        return Reader(text).document()["vectors"].elements;
      } catch (const std::runtime_error&) {
        return {};
      }
    }

    }  // namespace

    int main(int count, char** arguments) {
      const auto all = count == 2 ? vectors(arguments[1]) : std::vector<Value>();
      if (all.empty()) {
        std::cout << "usage: run-vectors vectors.json\n";
        return 2;
      }
      std::size_t failures = 0;
      for (const Value& vector : all) {
        const std::string& expected = vector["expect"].text;
        const std::string actual = answer(vector);
        if (actual == expected) continue;
        ++failures;
        std::cout << vector["id"].text << ": expected " << expected << ", not " << actual << '\n';
      }
      std::cout << all.size() - failures << " of " << all.size() << " vectors agree\n";
      return failures == 0 ? 0 : 1;
    }
    """#
  }
}
