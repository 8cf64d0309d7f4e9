// `environ` is a global variable of C; nothing in this program changes it.
#if canImport(Glibc)
  @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency import Musl
#else
  @unsafe @preconcurrency import Darwin
#endif
import LinkPolicy

/// What other programs get of the environment.
enum ProgramEnvironment {
  /// The variables of this process.
  static var inherited: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    #if canImport(Darwin)
      unsafe _NSGetEnviron().pointee
    #else
      unsafe environ
    #endif
  }

  /// The variables that a program gets, `NAME=value` each.
  static func variables(of program: BoundedProgram) -> [String] {
    var variables: [String] = []
    var next = unsafe inherited
    while let entry = unsafe next?.pointee {
      let variable = unsafe String(cString: entry)
      let name = variable.utf8.prefix { $0 != UInt8(ascii: "=") }
      let isLeftOut =
        name.starts(with: program.withoutVariables.utf8)
        || program.variables.keys.contains { $0.utf8.elementsEqual(name) }
      if !isLeftOut { variables.append(variable) }
      unsafe next = unsafe next?.advanced(by: 1)
    }
    return variables + program.variables.map { "\($0.key)=\($0.value)" }.sorted()
  }
}
