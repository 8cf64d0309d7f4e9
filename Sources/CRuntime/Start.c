// What the Swift runtime does before `main`, where a static binary can have it for less.
//
// The runtime finds the arguments by reading /proc/self/maps and walking up the stack from there, and looks in eight
// folders for the program that would print a backtrace, which a release never has beside it: 65,000 instructions and 13
// system calls of a start, about 4 % of one. A weak definition is enough: the linker then takes no member of the
// runtime's archive for these names. Where the runtime is a shared library it keeps its own.
#if defined(__linux__)
#include <features.h>
#include <stddef.h>

#if defined(__GLIBC__)
static int argument_count;
static char **arguments;

// glibc hands functions of `.init_array` what `main` gets; other libraries do not.
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}

__attribute__((weak)) char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
  *count = argument_count;
  return arguments;
}

__attribute__((weak)) void _swift_stdlib_overrideUnsafeArgvArgc(char **values, int count) {
  keep_arguments(count, values);
}
#endif

// No program of this name lies beside linkpolicy. `SWIFT_BACKTRACE=swift-backtrace=PATH` is read elsewhere and goes on
// to work.
__attribute__((weak)) char *swift_copyAuxiliaryExecutablePath(const char *name) {
  (void)name;
  return NULL;
}
#endif
