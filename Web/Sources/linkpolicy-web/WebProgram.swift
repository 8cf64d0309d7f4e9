#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import WebApp

/// `linkpolicy-web`, which `linkpolicy serve` starts.
@main
enum WebProgram {
  static func main() async {
    let arguments: WebArguments
    do throws(WebArguments.Problem) {
      arguments = try WebArguments(Array(CommandLine.arguments.dropFirst()))
    } catch {
      complain(error.message)
      exit(2)
    }
    // Writing to a closed connection returns an error instead.
    _ = signal(SIGPIPE, SIG_IGN)
    var options = WebService.Options()
    options.paths = arguments.paths
    options.allowsWriting = arguments.allowsWriting
    let service = WebService(options, assets: AssetSource.assets())
    if let problem = service.problem {
      complain(problem)
      exit(2)
    }
    let server = WebServer(service, arguments: arguments)
    do {
      try await server.run()
      exit(0)
    } catch let error as PortTaken {
      complain("port \(error.port) is taken: choose another with --port, or none for a free one")
      exit(2)
    } catch {
      complain("the server cannot be started: \(error)")
      exit(2)
    }
  }

  static func complain(_ message: String) {
    let bytes = Array("linkpolicy: \(message)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
