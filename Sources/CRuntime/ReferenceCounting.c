// Counts references without atomic instructions for as long as the process has one thread.
//
// Most commands have one thread, and spent a fifth of a large run in locked instructions; with this a policy of
// 20,000 clients takes 6 % less time. libstdc++ does the same for `shared_ptr`. The flag is glibc's: false before a
// second thread begins, and then for good.
//
// The release links with `--wrap`: whoever calls `swift_retain` comes here, and `__real_swift_retain` is the
// runtime's. Elsewhere nobody calls these functions, and the runtime's are absent under these names.
#if defined(__linux__) && __has_include(<sys/single_threaded.h>)
#include <stdint.h>
#include <sys/single_threaded.h>

void *swift_nonatomic_retain(void *object) __attribute__((weak));
void *swift_nonatomic_retain_n(void *object, uint32_t count) __attribute__((weak));
void swift_nonatomic_release(void *object) __attribute__((weak));
void swift_nonatomic_release_n(void *object, uint32_t count) __attribute__((weak));

void *__real_swift_retain(void *object) __attribute__((weak));
void *__real_swift_retain_n(void *object, uint32_t count) __attribute__((weak));
void __real_swift_release(void *object) __attribute__((weak));
void __real_swift_release_n(void *object, uint32_t count) __attribute__((weak));

void *__wrap_swift_retain(void *object) {
  return __libc_single_threaded ? swift_nonatomic_retain(object) : __real_swift_retain(object);
}

void *__wrap_swift_retain_n(void *object, uint32_t count) {
  return __libc_single_threaded ? swift_nonatomic_retain_n(object, count)
                                : __real_swift_retain_n(object, count);
}

void __wrap_swift_release(void *object) {
  if (__libc_single_threaded) swift_nonatomic_release(object);
  else __real_swift_release(object);
}

void __wrap_swift_release_n(void *object, uint32_t count) {
  if (__libc_single_threaded) swift_nonatomic_release_n(object, count);
  else __real_swift_release_n(object, count);
}
#endif
