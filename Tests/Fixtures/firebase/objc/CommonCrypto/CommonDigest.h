// Declarations of CommonCrypto that generated code uses.
#pragma once
#include <stdint.h>

#define CC_SHA256_DIGEST_LENGTH 32
typedef uint32_t CC_LONG;
extern unsigned char *_Nullable CC_SHA256(const void *_Nullable data, CC_LONG len,
                                          unsigned char *_Nonnull md);
