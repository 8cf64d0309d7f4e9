import Foundation
import PolicyGenerators
import PolicyTestSupport
import Testing

/// The generated files as the models of the servers' makers see them.
struct ServerModelTests {
  /// An interpreter that has the models.
  static let python: String? = {
    let tools = ProcessInfo.processInfo.environment["LINKPOLICY_TOOLS"].map { "\($0)/bin/python" }
    return [tools, Tool.path("python3")].compactMap { $0 }.first { python in
      (try? Tool.run(python, ["-c", "import botocore, ory_hydra_client, yaml"]))?.status == 0
    }
  }()

  /// Reads each file with the model of its server: nothing is unknown, nothing is lost.
  private static let program = #"""
    import glob, json, sys, yaml
    import botocore.session, botocore.validate
    from ory_hydra_client.models.o_auth2_client import OAuth2Client

    root = sys.argv[1]
    model = botocore.session.get_session().get_service_model("cognito-idp")
    count = 0
    for path in glob.glob(root + "/*/authorization-server/cognito/*.json"):
        name = {"create": "CreateUserPoolClient", "update": "UpdateUserPoolClient",
                "resource-server": "CreateResourceServer"}[path.split(".")[-2]]
        shape = model.operation_model(name).input_shape
        value = dict(json.load(open(path)), UserPoolId="eu-central-1_EXAMPLE")
        report = botocore.validate.ParamValidator().validate(value, shape)
        assert not report.has_errors(), (path, report.generate_report())
        count += 1
    for path in glob.glob(root + "/*/authorization-server/hydra/clients.json"):
        for value in json.load(open(path)):
            back = OAuth2Client.from_dict(value).to_dict()
            for key in value:
                assert back[key] == value[key], (path, key)
            count += 1
    for path in glob.glob(root + "/*/authorization-server/*/*.yaml"):
        document = yaml.safe_load(open(path))
        for client in document.get("clients", document.get("staticClients")):
            assert all(isinstance(uri, str) for uri in client.get("callbacks", client.get("redirectURIs")))
            count += 1
    print(count)
    """#

  @Test(.needs(python != nil, "botocore and ory-hydra-client are not installed"))
  func `the models of the servers know every member`() throws {
    let python = try #require(Self.python)
    try Tool.withTemporaryDirectory { directory in
      let files = try GeneratorRegistry.files(
        for: ServerTargetTests.input(), targets: ServerTargetTests.targets)
      for file in files {
        let url = directory.appending(path: file.path)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.bytes).write(to: url)
      }
      let result = try Tool.run(python, ["-c", Self.program, directory.path])
      #expect(result.output == "32\n", "\(result.output)")
    }
  }
}
