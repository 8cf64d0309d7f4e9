import PolicyDecision
import PolicyDiagnostics

/// `code/cpp/`: the header `linkpolicy_allowlist.hpp`, its vectors and the program that runs them.
package struct CppTarget: CodeTarget {
  package static let name = "cpp"
  package static let summary = "code/cpp/: the allowlist and request checks as one C++17 header"
  package init() {}

  package static func sources(for input: GeneratorInput) -> CodeFiles<CppLanguage> {
    [
      ("linkpolicy_allowlist.hpp", source(input)),
      ("test_allowlist.cpp", runner(input.header)),
    ]
  }

  /// The whole file.
  static func source(_ input: GeneratorInput) -> Code<CppLanguage> {
    #"""
    // \#(input.header)

    #pragma once

    // \#(Code.purpose)
    //
    // Texts are compared by their bytes. Nothing is trimmed, folded, normalised or decoded twice, and
    // answers go to registered redirect URIs only. To keep one environment out of a binary, define
    // LINKPOLICY_PROD_ONLY or LINKPOLICY_SANDBOX_ONLY, the same in all files of the program.
    //
    // \#(Code.duties("// "))

    #include <algorithm>
    #include <array>
    #include <cstddef>
    #include <cstdint>
    #include <initializer_list>
    #include <iterator>
    #include <optional>
    #include <string>
    #include <string_view>
    #include <unordered_map>
    #include <utility>
    #include <variant>
    #include <vector>

    #if defined(LINKPOLICY_PROD_ONLY) && defined(LINKPOLICY_SANDBOX_ONLY)
    #error "define LINKPOLICY_PROD_ONLY or LINKPOLICY_SANDBOX_ONLY, not both"
    #endif

    namespace linkpolicy {

    \#(declarations)

    \#(tokenDeclarations)

    namespace detail {

    using namespace std::string_view_literals;

    \#(details)

    \#(tokenDetails)

    \#(client)

    #ifndef LINKPOLICY_SANDBOX_ONLY
    \#(CppTables.code("prod", of: input.clients(in: .prod)))
    #endif

    #ifndef LINKPOLICY_PROD_ONLY
    \#(CppTables.code("sandbox", of: input.clients(in: .sandbox)))
    #endif

    /// The clients of an environment; none for a value that is no environment.
    inline const Table& table(Environment environment) {
      switch (environment) {
    #ifndef LINKPOLICY_SANDBOX_ONLY
        case Environment::prod: {
          static const Table prod(prod_clients());
          return prod;
        }
    #endif
    #ifndef LINKPOLICY_PROD_ONLY
        case Environment::sandbox: {
          static const Table sandbox(sandbox_clients());
          return sandbox;
        }
    #endif
      }
      static const Table none({});
      return none;
    }

    }  // namespace detail

    \#(functions)

    \#(tokenFunctions)

    }  // namespace linkpolicy
    """#
  }
}
