#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import WebApp

#if DEBUG
  import FoundationEssentials
#endif

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

/// The source of the pages: the program itself.
enum AssetSource {
  static func assets() -> [WebAsset] {
    #if DEBUG
      // Debug builds serve a folder, so pages can be edited without building.
      if let folder = ProcessInfo.processInfo.environment["LINKPOLICY_WEB_ASSETS"] {
        return WebAsset.all.map { asset in
          let path = folder + asset.path
          let data = FileManager.default.contents(atPath: path)
          return WebAsset(
            path: asset.path, text: data.map { String(decoding: $0, as: UTF8.self) } ?? asset.text)
        }
      }
    #endif
    return WebAsset.all
  }
}
