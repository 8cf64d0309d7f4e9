import PolicyModel
import PolicyText

/// `code/cpp/`: the allowlist as C++17 sources, and headers for email actions, Google scopes and Sign in with
/// Apple.
package struct CppTarget: RuntimeTarget {
  package static let name = "cpp"
  package static func parts(for input: GeneratorInput) -> [RuntimePart<CppLanguage>] {
    let data = CppData(input)
    let documents = input.report.workspace.policies
    let apple = AppleSignInCode.all(in: documents)
    return [
      RuntimePart(
        "allowlist", ("linkpolicy_allowlist_policy.hpp", data.policy),
        ("linkpolicy_allowlist_data.cpp", data.clients)),
      input.hasAppFlip ? RuntimePart("app-flip") : nil,
      EmailActionCode(input.policy).map {
        RuntimePart(
          "email-actions", ("firebase_email_actions_names.hpp", data.emailActionNames($0)),
          ("firebase_email_actions_data.cpp", data.emailActions($0)))
      },
      GoogleScopeCode(documents).map {
        RuntimePart("google-scopes", ("google_scopes_data.hpp", data.googleScopes($0)))
      },
      // The platforms on which the C++ SDK signs in through the browser.
      (apple.on("ios") ?? apple.on("android")).map {
        RuntimePart("apple-sign-in", ("apple_sign_in_data.hpp", data.apple($0)))
      },
    ].compactMap { $0 }
  }

  /// The namespace, and the start of macro and file names.
  package static func replacements(_ options: CodeOptions) -> [(old: String, new: String)] {
    guard let name = options.name else { return [] }
    return [
      ("namespace linkpolicy", "namespace \(name)"), ("linkpolicy::", "\(name)::"),
      ("linkpolicy_", "\(name)_"), ("LINKPOLICY_", "\(name.uppercased())_"),
    ]
  }

  package static func isName(_ text: String) -> Bool {
    text.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]*/) != nil && !text.contains("__")
      && !keywords.contains(text)
  }

  /// The keywords of C++20, and the namespaces of others.
  private static let keywords = Set(
    """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class \
    compl concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype \
    default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline \
    int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public \
    register reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch \
    template this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile \
    wchar_t while xor xor_eq std posix firebase google
    """.split(separator: " ").map(String.init))

  package static func project(
    _ name: String, _ input: GeneratorInput
  ) -> (path: String, text: String)? {
    (
      "CMakeLists.txt",
      """
      cmake_minimum_required(VERSION 3.12)
      project(\(name) CXX)

      file(GLOB sources ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
      add_library(\(name) STATIC ${sources})
      target_compile_features(\(name) PUBLIC cxx_std_17)
      target_include_directories(\(name) PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})

      """
    )
  }
}
