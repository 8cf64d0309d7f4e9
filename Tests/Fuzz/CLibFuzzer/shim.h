#include <stddef.h>
#include <stdint.h>

/* libFuzzer has no header of its own; this is what its documentation promises. */
int LLVMFuzzerRunDriver(int *_Nonnull argc, char *_Nullable *_Nonnull *_Nonnull argv,
                        int (*_Nonnull callback)(const uint8_t *_Nullable data, size_t size));
