// Used by .ci/platforms: macOS 14 lacks what the marked lines use, and has what the others use.
import Darwin

func newer(_ numbers: [Int], _ text: String) {
  let inline: InlineArray<1, Int> = [1]  // refused
  _ = text.utf8.span.count  // refused
  _ = Int128(1)  // refused
  _ = numbers.indices { $0 > 1 }  // refused
  _ = (inline, String(validating: Array(text.utf8), as: UTF8.self))  // refused
}

func other(_ path: String) {
  var status = stat()
  _ = unsafe stat(path, &status)
  _ = status.st_mtim  // refused
  _ = status.st_mtimespec
  var thread = pthread_t()  // refused
  _ = unsafe prctl(1, 2)  // refused
  let directory: OpaquePointer? = unsafe opendir(path)  // refused
  _ = O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW
}
