// For .ci/platforms: Linux on Arm lacks what the marked lines use, and has what the others use.
import Glibc

func sizes() {
  let character: Int8 = CChar(1)  // refused
  _ = (character, Float80(1))  // refused
  _ = UInt8(1) as CChar
  var status = stat()
  let links: UInt64 = status.st_nlink  // refused
  _ = (links, status.st_mtim, pthread_t())
}
