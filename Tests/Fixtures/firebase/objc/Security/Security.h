// Declarations of Security that generated code uses.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef int32_t OSStatus;
typedef const struct __SecRandom *SecRandomRef;
extern const SecRandomRef _Nonnull kSecRandomDefault;
enum { errSecSuccess = 0 };
int SecRandomCopyBytes(SecRandomRef _Nullable rnd, size_t count, void *_Nonnull bytes);
