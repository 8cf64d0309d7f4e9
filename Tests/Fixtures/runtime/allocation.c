// Asks Sources/CRuntime/Allocation.c for blocks of all sizes, from threads that free each other's. Exit status 1 with a
// line on what was wrong.
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(condition)                                             \
  do {                                                                \
    if (!(condition)) {                                               \
      printf("line %d: not so: %s\n", __LINE__, #condition);          \
      exit(1);                                                        \
    }                                                                 \
  } while (0)

enum { threads = 4, steps = 50000, places = 2048, short_lived = 500, handed_over = 1000000 };

// A block that knows what must stand in it.
struct held {
  size_t size;
  unsigned char fill;
  unsigned char bytes[];
};

static _Atomic(struct held *) held[places];
static _Atomic(void *) ring[4096];

static uint64_t next(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return *state >> 33;
}

// Mostly small, at all edges, now and then large.
static size_t some_size(uint64_t *state) {
  switch (next(state) % 8) {
  case 0: return next(state) % 200000;
  case 1: return 1016 - sizeof(struct held) + next(state) % 3;
  case 2: return next(state) % 1200;
  default: return next(state) % 160;
  }
}

static void check(struct held *block, size_t size) {
  EXPECT((uintptr_t)block % 16 == 0);
  EXPECT(malloc_usable_size(block) >= sizeof(struct held) + size);
  for (size_t i = 0; i < size; i++) EXPECT(block->bytes[i] == block->fill);
}

static struct held *make(uint64_t *state) {
  size_t size = some_size(state);
  struct held *block;
  switch (next(state) % 4) {
  case 0:
    block = calloc(1, sizeof(struct held) + size);
    block->fill = 0;
    check(block, size);
    break;
  case 1: block = aligned_alloc(64, (sizeof(struct held) + size + 63) / 64 * 64); break;
  default: block = malloc(sizeof(struct held) + size);
  }
  EXPECT(block);
  block->size = size;
  block->fill = (unsigned char)next(state);
  // What was in front of a block would be told by its neighbour.
  memset(block->bytes, block->fill, malloc_usable_size(block) - sizeof(struct held));
  return block;
}

static void *exchange(void *seed) {
  uint64_t state = (uintptr_t)seed;
  for (int step = 0; step < steps; step++) {
    struct held *block = atomic_exchange(&held[next(&state) % places], make(&state));
    if (!block) continue;
    check(block, block->size);
    if (next(&state) % 4 == 0) {
      size_t size = some_size(&state), common = size < block->size ? size : block->size;
      block = realloc(block, sizeof(struct held) + size);
      EXPECT(block);
      check(block, common);
    }
    free(block);
  }
  return NULL;
}

static void *give(void *unused) {
  for (int i = 0; i < handed_over;) {
    void *empty = NULL, *block = malloc(16 + i % 200);
    while (!atomic_compare_exchange_weak(&ring[i % 4096], &empty, block)) empty = NULL;
    i++;
  }
  return unused;
}

static void *take(void *unused) {
  for (int i = 0; i < handed_over;) {
    void *block = atomic_exchange(&ring[i % 4096], NULL);
    free(block);
    if (block) i++;
  }
  return unused;
}

static void *short_life(void *unused) {
  void *blocks[400];
  for (int i = 0; i < 400; i++) EXPECT(blocks[i] = malloc(40 + i % 400));
  for (int i = 0; i < 400; i++) free(blocks[i]);
  return unused;
}

// KiB. Not from `getrusage`, whose peak counts that of the program which started this one.
static long peak(void) {
  char line[256];
  long size = -1;
  FILE *status = fopen("/proc/self/status", "r");
  EXPECT(status);
  while (size < 0 && fgets(line, sizeof line, status)) sscanf(line, "VmHWM: %ld kB", &size);
  EXPECT(size > 0 && !fclose(status));
  return size;
}

static void run(void *(*first)(void *), void *(*second)(void *)) {
  pthread_t one, two;
  EXPECT(!pthread_create(&one, NULL, first, NULL) && !pthread_create(&two, NULL, second, NULL));
  EXPECT(!pthread_join(one, NULL) && !pthread_join(two, NULL));
}

int main(void) {
  // All of a million blocks together would be 120 MiB, the regions of the threads of a short life 60 MiB.
  run(give, take);
  EXPECT(peak() < 20 << 10);
  for (int i = 0; i < short_lived; i++) run(short_life, short_life);
  EXPECT(peak() < 30 << 10);

  EXPECT(!malloc(SIZE_MAX) && !malloc(SIZE_MAX - 8) && !calloc(SIZE_MAX / 2, 3));
  free(NULL);
  EXPECT(malloc_usable_size(NULL) == 0);
  void *none = malloc(0), *other = malloc(0);
  EXPECT(none && other && none != other);
  EXPECT(!realloc(none, 0));
  EXPECT(!realloc(other, SIZE_MAX));
  free(other);

  pthread_t workers[threads];
  for (uintptr_t i = 0; i < threads; i++) {
    EXPECT(!pthread_create(&workers[i], NULL, exchange, (void *)(i + 1)));
  }
  for (int i = 0; i < threads; i++) EXPECT(!pthread_join(workers[i], NULL));
  for (int i = 0; i < places; i++) {
    if (held[i]) check(held[i], held[i]->size);
    free(held[i]);
  }
  printf("every block as it was left\n");
}
