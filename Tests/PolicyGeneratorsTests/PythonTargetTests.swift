import Foundation
import PolicyGenerators
import PolicyTestSupport
import Testing

/// Generated Python code, compiled and run.
struct PythonTargetTests {
  @Test(arguments: try Trial.all())
  func `the package compiles without a warning and agrees with the decision core`(
    trial: Trial
  ) throws {
    let python = try #require(Tool.path("python3"), "python3 is not installed")
    try Tool.withTemporaryDirectory { directory in
      try trial.write(PythonTarget.self, to: directory)
      let compiled = try Tool.run(
        python, ["-W", "error", "-m", "compileall", "-q", "."], in: directory)
      #expect(compiled.status == 0 && compiled.output.isEmpty, "\(compiled.output)")
      try trial.check(in: directory) {
        try Tool.run(python, ["-W", "error", "test_allowlist.py", $0], in: directory)
      }
    }
  }

  @Test func `the package parses as Python 3.9`() throws {
    let python = try #require(Tool.path("python3"), "python3 is not installed")
    try Tool.withTemporaryDirectory { directory in
      try Trial(name: "", input: Inputs.decisions(), vectors: []).write(
        PythonTarget.self, to: directory)
      let check = """
        import ast, pathlib
        paths = list(pathlib.Path().rglob("*.py"))
        for path in paths:
            ast.parse(path.read_text(encoding="ascii"), feature_version=(3, 9))
        print(len(paths))
        """
      let parsed = try Tool.run(python, ["-c", check], in: directory)
      #expect(parsed.status == 0 && parsed.output == "10\n", "\(parsed.output)")
    }
  }

  @Test func `a literal reads back as the same bytes and is printable ASCII`() throws {
    let python = try #require(Tool.path("python3"), "python3 is not installed")
    let lines = CodeTests.hostile.map { text -> Code<PythonLanguage> in
      "print(*\(literal: text).encode())"
    }
    let program: Code<PythonLanguage> = "\(lines: lines)\nprint(\(true), \(false))\n"
    #expect(program.text.utf8.allSatisfy { $0 == UInt8(ascii: "\n") || (0x20...0x7E).contains($0) })
    let expected = CodeTests.hostile.map { $0.utf8.map { String($0) }.joined(separator: " ") }
    try Tool.withTemporaryDirectory { directory in
      try Data(program.text.utf8).write(to: directory.appending(path: "main.py"))
      let run = try Tool.run(python, ["-W", "error", "main.py"], in: directory)
      #expect(run.output == expected.joined(separator: "\n") + "\nTrue False\n")
    }
  }

  /// Python keeps both environments in one package: the argument separates them.
  @Test(
    arguments: [
      "Environment('prod') is Environment.PROD is Environment.prod",
      "Environment('sandbox') is Environment.SANDBOX is Environment.sandbox",
      "is_redirect_uri_allowed('google-client-1', 'prod', PROD_URI)",
      "is_redirect_uri_allowed('google-client-1', Environment.PROD, PROD_URI)",
      "not is_redirect_uri_allowed('google-client-1', Environment.SANDBOX, PROD_URI)",
      "raises(lambda: is_redirect_uri_allowed('google-client-1', 'Prod', PROD_URI))",
      "raises(lambda: decide_authorization('', None))",
      "raises(lambda: decide_app_flip('https://partner.example/flip', 'production'))",
    ])
  func `an environment is a member or its value and nothing else`(claim: String) throws {
    try holds(claim)
  }

  @Test(
    arguments: [
      // Half a surrogate pair has no UTF-8.
      "not is_redirect_uri_allowed('google-client-1', 'prod', '\\ud800')",
      "not is_redirect_uri_allowed('\\udcff', 'prod', PROD_URI)",
      "decide_authorization('client_id=google-client-1&x=\\ud800', 'prod').kind == 'local_error'",
      "decide_app_flip('https://partner.example/flip?\\udc80', 'prod').kind == 'not_handled'",
      "raises(lambda: success_url(PROD_URI, '\\ud800', None))",
      // Digits of other scripts, a sign, an underscore and a line feed are none of a port.
      "is_redirect_uri_allowed('native-cli', 'prod', 'http://127.0.0.1:80/cb')",
      "not is_redirect_uri_allowed('native-cli', 'prod', 'http://127.0.0.1:\\u0661\\u0662/cb')",
      "not is_redirect_uri_allowed('native-cli', 'prod', 'http://127.0.0.1:+80/cb')",
      "not is_redirect_uri_allowed('native-cli', 'prod', 'http://127.0.0.1:8_0/cb')",
      "not is_redirect_uri_allowed('native-cli', 'prod', 'http://127.0.0.1:80/cb\\n')",
      "not is_redirect_uri_allowed('native-cli', 'prod', 'http://127.0.0.1\\n:80/cb')",
      // Full-width letters are no hex digits.
      "flip(FINGERPRINT).kind == 'allow'",
      "flip(FINGERPRINT.replace(':', '').lower()).kind == 'allow'",
      "flip(FINGERPRINT + '\\n').kind == 'cancelled'",
      "flip(FINGERPRINT.replace('F', '\\uff26')).kind == 'cancelled'",
      "flip('').kind == 'cancelled'",
      // A scope is a list or one text.
      "flip(FINGERPRINT, SCOPE='devices profile').request.scopes == ('devices', 'profile')",
      "flip(FINGERPRINT, SCOPE=['devices profile']).description == 'Invalid scope'",
      "flip(FINGERPRINT, REDIRECT_URI=None).description == 'Invalid redirect URI'",
      "decide_app_flip(url='https://partner.example/', environment='prod').kind == 'ignore'",
      "raises(lambda: decide_app_flip(), TypeError)",
    ])
  func `odd texts are not taken for others`(claim: String) throws {
    try holds(claim)
  }

  @Test(
    arguments: [
      // None was taken for a redirect URI that is left out.
      "not any(is_redirect_uri_allowed(c, 'prod', None) for c in ('google-client-1', 'native-cli', 'Kiosk-1'))",
      "not any(is_redirect_uri_allowed('google-client-1', 'prod', x) for x in odd(PROD_URI))",
      "not any(is_redirect_uri_allowed(x, 'prod', PROD_URI) for x in odd('google-client-1'))",
      "all(raises(lambda: is_redirect_uri_allowed('google-client-1', x, PROD_URI)) for x in odd('prod'))",
      "all(decide_authorization(x, 'prod').error == 'invalid_request' for x in odd('client_id=google-client-1'))",
      "all(decide_token(x, None, 'prod').error == 'invalid_request' for x in odd('grant_type=refresh_token') if not isinstance(x, bytes))",
      "all(decide_token('grant_type=refresh_token', x, 'prod').status == 401 for x in odd('Basic YTpi') if x is not None)",
      "all(decide_app_flip(x, 'prod').kind == 'ignore' for x in odd('https://partner.example/flip'))",
      "all(decide_app_flip(url=x, environment='prod').kind == 'ignore' for x in odd('https://partner.example/flip'))",
      "all(flip(x).kind == 'cancelled' for x in odd(FINGERPRINT))",
      "all(flip(FINGERPRINT, REDIRECT_URI=x).description == 'Invalid redirect URI' for x in odd(PROD_URI))",
      "all(flip(FINGERPRINT, CLIENT_ID=x).description == 'Invalid client' for x in odd('google-client-1'))",
      "all(flip(FINGERPRINT, SCOPE=[x]).description == 'Invalid scope' for x in odd('devices'))",
      "flip(FINGERPRINT, SCOPE=1).description == 'Invalid scope'",
      "all(decide_app_flip(x, {}, 'prod').kind == 'cancelled' for x in odd('x'))",
      "all(decide_app_flip({'package': PACKAGE, 'certs': [FINGERPRINT]}, x, 'prod').kind == 'error' for x in odd('x'))",
      "all(raises(lambda: success_url(x, 'c', 's'), TypeError) for x in odd(PROD_URI))",
      "all(raises(lambda: error_url(PROD_URI, x, 's'), TypeError) for x in odd('e') if x is not None)",
      // A text of a framework's own kind is one, and what it says of itself does not count.
      "is_redirect_uri_allowed('google-client-1', 'prod', Odd(PROD_URI))",
      "not is_redirect_uri_allowed('google-client-1', 'prod', Odd('https://evil.example/'))",
      "flip(FINGERPRINT, REDIRECT_URI=Odd(PROD_URI)).request.redirect_uri.__class__ is str",
    ])
  func `what is no text is refused`(claim: String) throws {
    try holds(claim)
  }

  @Test(
    arguments: [
      "ISSUED.client_id == 'native-cli' and ISSUED.redirect_uri == LOOPBACK",
      "ISSUED.code_challenge == CHALLENGE and ISSUED.code_challenge_method == 'S256'",
      // A code beside another grant is none.
      "decide_token('grant_type=refresh_token&refresh_token=r&client_id=native-cli&code=C1', None, 'prod').request.code is None",
      "token(LOOPBACK, VERIFIER).accepts(ISSUED)", "not token(LOOPBACK, VERIFIER).accepts(None)",
      "decide_token(token_form(LOOPBACK), None, 'prod').reason == 'code-verifier-missing'",
      "not token(LOOPBACK, 'a' * 43).accepts(ISSUED)",
      "not token(LOOPBACK, CHALLENGE).accepts(ISSUED)",
      "token(LOOPBACK, VERIFIER).accepts(IssuedCode('native-cli', LOOPBACK, VERIFIER, 'plain'))",
      "not token(LOOPBACK, VERIFIER).accepts(IssuedCode('native-cli', LOOPBACK, CHALLENGE, 'plain'))",
      "not token(LOOPBACK, VERIFIER).accepts(IssuedCode('native-cli', LOOPBACK, '', 'S256'))",
      "not token('http://127.0.0.1:51005/cb', VERIFIER).accepts(ISSUED)",
      "not token(LOOPBACK, VERIFIER).accepts(IssuedCode('native-cli', LOOPBACK))",
      "not token(LOOPBACK, VERIFIER).accepts(IssuedCode('other', LOOPBACK, CHALLENGE, 'S256'))",
    ])
  func `a code is for the request that it was issued for`(claim: String) throws {
    try holds(claim)
  }

  /// Loading `allowlist.json` instead of the generated data.
  @Test(arguments: try Trial.all())
  func `the package agrees with the decision core on a loaded allowlist`(trial: Trial) throws {
    let python = try #require(Tool.path("python3"), "python3 is not installed")
    try Tool.withTemporaryDirectory { directory in
      try trial.write(PythonTarget.self, to: directory)
      for file in try JSONTarget.files(for: trial.input) {
        try Data(file.bytes).write(to: directory.appending(path: file.path))
      }
      // No client is left in the data.
      let data = directory.appending(path: "linkpolicy_allowlist/_data.py")
      try Data("def prod():\n    return ()\n\n\nsandbox = prod\n".utf8).write(to: data)
      let result = try Tool.run(
        python, ["-W", "error", "test_allowlist.py", "all.json", "--load", "allowlist.json"],
        in: directory)
      #expect(result.status == 0, "\(result.output.prefix(4_000))")
      #expect(result.output == trial.agreement)
    }
  }

  private static let linters = ["ruff", "mypy"]
  private static let hasLinters =
    linters.allSatisfy { Tool.path($0) != nil } && PythonAppCodeTests.python != nil

  @Test(.needs(hasLinters, "ruff, mypy or firebase-admin is not installed"))
  func `the runtime passes its checks`() throws {
    let folder = try #require(Tool.path("ruff")).split(separator: "/").dropLast()
    let run = try Tool.run(
      "/usr/bin/env",
      [
        "RUNTIME_TOOLS=/\(folder.joined(separator: "/"))",
        Fixtures.root.appending(path: "Runtimes/python/check").path,
      ])
    #expect(run.status == 0, "\(run.output)")
    for tool in ["ruff", "mypy", "Python"] { #expect(run.output.contains("\(tool) ")) }
  }

  @Test(.needs(hasLinters, "ruff, mypy or firebase-admin is not installed"))
  func `generated files are formatted, linted and typed as the runtime is`() throws {
    for input in try [Inputs.decisions(), AppCodeTrial.input] {
      try Tool.withTemporaryDirectory { directory in
        try Trial(name: "", input: input, vectors: []).write(PythonTarget.self, to: directory)
        let conformance = directory.appending(path: "conformance")
        try FileManager.default.createDirectory(
          at: conformance, withIntermediateDirectories: false)
        try FileManager.default.moveItem(
          at: directory.appending(path: "test_allowlist.py"),
          to: conformance.appending(path: "test_allowlist.py"))
        try FileManager.default.copyItem(
          at: Fixtures.root.appending(path: "Runtimes/python/pyproject.toml"),
          to: directory.appending(path: "pyproject.toml"))
        for command in [
          ["ruff", "format", "--check", "."], ["ruff", "check", "."], ["mypy", "."],
        ] {
          let tool = try #require(Tool.path(command[0]))
          let run = try Tool.run(tool, Array(command.dropFirst()), in: directory)
          #expect(run.status == 0, "\(command): \(run.output)")
        }
      }
    }
  }

  @Test func `the package has the configured name`() throws {
    let python = try #require(Tool.path("python3"), "python3 is not installed")
    var input = try Inputs.decisions()
    var options = CodeOptions()
    options.name = "acme_signin"
    options.project = "acme-signin"
    input.options["python"] = options
    try Tool.withTemporaryDirectory { directory in
      try Trial(name: "", input: input, vectors: []).write(PythonTarget.self, to: directory)
      let paths = try FileManager.default.subpathsOfDirectory(atPath: directory.path())
      #expect(paths.contains("acme_signin/_data.py") && paths.contains("pyproject.toml"))
      #expect(!paths.contains { $0.contains("linkpolicy_allowlist") })
      let run = try Tool.run(
        python, ["-W", "error", "test_allowlist.py", "vectors.json"], in: directory)
      #expect(run.status == 0, "\(run.output)")
      let check = """
        import tomllib
        project = tomllib.load(open("pyproject.toml", "rb"))
        print(project["project"]["name"], *project["tool"]["setuptools"]["packages"])
        """
      #expect(
        try Tool.run(python, ["-c", check], in: directory).output == "acme-signin acme_signin\n")
    }
    for name in ["", "Acme", "1a", "a-b", "class", "a.b", "\u{E9}"] {
      #expect(!PythonTarget.isName(name))
    }
  }

  private func holds(_ claim: String) throws {
    let python = try #require(Tool.path("python3"), "python3 is not installed")
    let input = try Inputs.decisions()
    let claims = try Fixtures.program("claims.py")
      .replacing("FINGERPRINT_OF_CALLER", with: Inputs.callerFingerprint(input))
    let program = "\(claims)assert \(claim)\n"
    try Tool.withTemporaryDirectory { directory in
      try Trial(name: "", input: input, vectors: []).write(PythonTarget.self, to: directory)
      try Data(program.utf8).write(to: directory.appending(path: "claim.py"))
      let run = try Tool.run(python, ["-W", "error", "claim.py"], in: directory)
      #expect(run.status == 0 && run.output.isEmpty, "\(run.output)")
    }
  }
}
