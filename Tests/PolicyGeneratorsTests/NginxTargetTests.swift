import Foundation
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// Association files as a real nginx serves them.
struct NginxTargetTests {
  static let workspace = Workspace(texts: [
    HostTests.policy(
      "one",
      """
      domains:
        www.h.example: { links: [{ apps: [i, a], rules: [{ path: /a }] }] }
        apple.h.example: { environment: both, credentials: [i] }
        android.h.example: { credentials: [a] }
        sandbox.h.example: { environment: sandbox, credentials: [i, a] }
        empty.h.example: {}
      """)
  ])

  struct Answer: Decodable {
    var environment: String
    var host: String
    var path: String
    var status: Int
    var headers: [String: String]
    var body: Data
  }

  @Test(
    .needs("nginx", "python3"))
  func `the files are served with their type, byte for byte and without redirect`() throws {
    let nginx = try #require(Tool.path("nginx"))
    let python = try #require(Reading.python)
    let input = GeneratorInput(Self.workspace)
    let files = try GeneratorRegistry.files(
      for: input, targets: ["aasa", "assetlinks", "nginx"])
    #expect(
      files.filter { $0.target == "nginx" }.map(\.path) == [
        "prod/server/nginx.conf", "sandbox/server/nginx.conf",
      ])
    let hosts = [
      "www.h.example", "WWW.H.Example", "www.h.example:8080", "apple.h.example",
      "android.h.example", "sandbox.h.example", "empty.h.example", "other.example", "h.example",
      "x.www.h.example", "www.h.example.evil.example", "www.h.example.",
    ]
    let answers = try Tool.withTemporaryDirectory { directory in
      for file in files {
        let url = directory.appending(path: file.path)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.bytes).write(to: url)
      }
      let run = try Tool.run(
        python, ["-c", Self.program, nginx, directory.path] + hosts, in: directory)
      try #require(run.status == 0, "\(run.output)")
      return try JSONDecoder().decode([Answer].self, from: Data(run.output.utf8))
    }
    #expect(answers.count == 2 * hosts.count * 3)
    var served = 0
    for answer in answers {
      // The host as servers compare it: without port, case or final dot.
      let host = answer.host.lowercased().replacing(#/(\.|:8080)$/#, with: "")
      let file = files.first { $0.path == "\(answer.environment)/hosts/\(host)\(answer.path)" }
      let place = "\(answer.environment) \(answer.host) \(answer.path)"
      if answer.path == "/elsewhere" {
        #expect(answer.status == 301, "the server block itself redirects")
      } else if let file {
        served += 1
        #expect(answer.status == 200, "\(place)")
        #expect(answer.headers["content-type"] == "application/json", "\(place)")
        #expect(answer.headers["location"] == nil, "\(place)")
        #expect([UInt8](answer.body) == file.bytes, "\(place)")
      } else {
        #expect(answer.status == 404, "\(place)")
        #expect(answer.headers["location"] == nil, "\(place)")
      }
    }
    // Prod: four spellings of www with two files each, apple, android; sandbox: apple and sandbox.
    #expect(served == 4 * 2 + 1 + 1 + 1 + 2)
  }

  /// Starts a server with both environments, as a team would include the files, asks, and ends it.
  static let program = #"""
    import base64, http.client, json, os, socket, subprocess, sys, time
    nginx, root, hosts = sys.argv[1], sys.argv[2], sys.argv[3:]
    def port():
      with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]
    ports = {"prod": port(), "sandbox": port()}
    servers = "".join(f"""
      server {{
        listen 127.0.0.1:{ports[environment]};
        set $linkpolicy_root {root};
        include {root}/{environment}/server/nginx.conf;
        location / {{ return 301 https://elsewhere.example$request_uri; }}
      }}""" for environment in ports)
    temporary = "".join(
      f"{kind}_temp_path {root}/{kind};\n" for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
    with open("nginx.conf", "w") as file:
      file.write(f"""
        daemon off; master_process off; pid {root}/nginx.pid; error_log {root}/error.log;
        events {{}}
        http {{
          access_log off; charset utf-8; default_type text/html;
          types {{ text/plain json; }}
          {temporary}{servers}
        }}""")
    arguments = [nginx, "-p", root, "-c", root + "/nginx.conf", "-e", root + "/error.log"]
    test = subprocess.run(arguments + ["-t"], capture_output=True, text=True)
    assert test.returncode == 0 and "[warn]" not in test.stderr, test.stderr
    server = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    answers = []
    try:
      for environment in ports:
        for attempt in range(100):
          try:
            socket.create_connection(("127.0.0.1", ports[environment]), timeout=5).close()
            break
          except ConnectionRefusedError: time.sleep(0.05)
        for host in hosts:
          for path in ["/.well-known/apple-app-site-association", "/.well-known/assetlinks.json", "/elsewhere"]:
            connection = http.client.HTTPConnection("127.0.0.1", ports[environment], timeout=10)
            connection.request("GET", path, headers={"Host": host})
            answer = connection.getresponse()
            answers.append({
              "environment": environment, "host": host, "path": path, "status": answer.status,
              "headers": {key.lower(): value for key, value in answer.getheaders()},
              "body": base64.b64encode(answer.read()).decode()})
            connection.close()
    finally:
      # Not SIGTERM, which a test runner may have blocked; there are no workers to outlive it.
      server.kill()
      server.wait(10)
    print(json.dumps(answers))
    """#
}
