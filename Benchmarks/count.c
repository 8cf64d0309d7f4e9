// The minimum that any tool does to replay a log: it finds the lines, iterates over the members of each object,
// looks up client ID, environment and redirect URI in a table, and counts. It has one thread and only the checks that
// this needs. The benchmark measures what linkpolicy adds: strict JSON, reasons and samples.
//
//   count TABLE < LOG      TABLE: client ID, environment and redirect URI, tab-separated, one per line
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { ID, ENVIRONMENT, URI, NOTHING, KEYS = 3, ROOM = 1 << 20 };

struct text { const unsigned char *at; size_t length; };
struct row { uint64_t hash; struct text key[KEYS]; };

static struct row *rows;
static size_t row_mask;
static unsigned char copies[KEYS + 1][ROOM];

// Hashes eight bytes at a time. The length of a string is mixed in with its last bytes.
static uint64_t add(uint64_t hash, struct text t) {
  uint64_t word;
  size_t i = 0;
  for (; i + 8 <= t.length; i += 8) {
    memcpy(&word, t.at + i, 8);
    hash = (hash ^ word) * 0x9DDFEA08EB382D69u;
    hash ^= hash >> 29;
  }
  word = t.length;
  for (; i < t.length; i++) word = word << 8 | t.at[i];
  hash = (hash ^ word) * 0x9DDFEA08EB382D69u;
  return hash ^ hash >> 32;
}

static uint64_t hash_of(const struct text key[KEYS]) {
  return add(add(add(7, key[ID]), key[ENVIRONMENT]), key[URI]) | 1;
}

static int is_equal(struct text a, struct text b) {
  return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

static int is_allowed(const struct text key[KEYS]) {
  uint64_t hash = hash_of(key);
  for (size_t i = hash & row_mask; rows[i].hash; i = (i + 1) & row_mask)
    if (rows[i].hash == hash && is_equal(rows[i].key[ID], key[ID]) && is_equal(rows[i].key[ENVIRONMENT], key[ENVIRONMENT]) &&
        is_equal(rows[i].key[URI], key[URI]))
      return 1;
  return 0;
}

static void fail(const char *what) {
  perror(what);
  exit(2);
}

static void read_table(const char *name) {
  FILE *file = fopen(name, "rb");
  if (!file) fail(name);
  size_t size = 0, room = 1 << 16, count = 0;
  unsigned char *all = malloc(room);
  for (size_t n; (n = fread(all + size, 1, room - size, file)) > 0;)
    if ((size += n) == room && !(all = realloc(all, room *= 2))) fail(name);
  fclose(file);
  for (size_t i = 0; i < size; i++) count += all[i] == '\n';
  row_mask = 15;
  while (row_mask < 2 * count) row_mask = row_mask * 2 + 1;
  if (!(rows = calloc(row_mask + 1, sizeof *rows))) fail(name);
  for (size_t start = 0; start < size;) {
    struct row row;
    for (int k = 0; k < KEYS; k++) {
      size_t end = start;
      while (end < size && all[end] != '\t' && all[end] != '\n') end++;
      row.key[k] = (struct text){all + start, end - start};
      start = end + 1;
    }
    row.hash = hash_of(row.key);
    size_t i = row.hash & row_mask;
    while (rows[i].hash) i = (i + 1) & row_mask;
    rows[i] = row;
  }
}

// Finds the next quote, backslash or control character.
static const unsigned char *stop(const unsigned char *p) {
#if defined(__SSE2__)
  for (;; p += 16) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)p);
    __m128i low = _mm_cmpeq_epi8(_mm_subs_epu8(bytes, _mm_set1_epi8(31)), _mm_setzero_si128());
    __m128i other = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
    int found = _mm_movemask_epi8(_mm_or_si128(low, other));
    if (found) return p + __builtin_ctz((unsigned)found);
  }
#else
  while (*p != '"' && *p != '\\' && *p > 31) p++;
  return p;
#endif
}

// Reads the string after a quote. Escapes of one character and of ASCII are decoded, others are skipped.
static const unsigned char *string(const unsigned char *p, struct text *text, unsigned char *copy) {
  const unsigned char *end = stop(p);
  if (*end == '"') {
    *text = (struct text){p, (size_t)(end - p)};
    return end + 1;
  }
  size_t length = 0;
  for (;;) {
    if (length + (size_t)(end - p) + 1 > ROOM) return NULL;
    memcpy(copy + length, p, (size_t)(end - p));
    length += (size_t)(end - p);
    if (*end == '"') break;
    if (*end != '\\') return NULL;
    p = end + 2;
    unsigned unit = end[1];
    if (unit == 'u') {
      if (sscanf((const char *)p, "%4x", &unit) != 1) return NULL;
      p += 4;
    }
    copy[length++] = (unsigned char)unit;
    end = stop(p);
  }
  *text = (struct text){copy, length};
  return end + 1;
}

static const unsigned char *blanks(const unsigned char *p) {
  while (*p == ' ' || *p == '\t' || *p == '\r') p++;
  return p;
}

// Skips a value that isn't a string.
static const unsigned char *other(const unsigned char *p) {
  struct text ignored;
  for (int depth = 0; *p != '\n'; p++) {
    if (*p == '"') {
      if (!(p = string(p + 1, &ignored, copies[NOTHING]))) return NULL;
      p--;
    } else if (*p == '{' || *p == '[') {
      depth++;
    } else if (depth == 0 && (*p == ',' || *p == '}')) {
      return p;
    } else if (*p == '}' || *p == ']') {
      depth--;
    }
  }
  return NULL;
}

// 0: denied, 1: allowed, 2: not an object.
static int decide(const unsigned char *p, const unsigned char *end) {
  static const struct { const char *name; size_t length; } names[KEYS] = {{"client_id", 9}, {"environment", 11}, {"redirect_uri", 12}};
  struct text key[KEYS] = {{0}}, name, value;
  p = blanks(p);
  if (*p++ != '{') return 2;
  for (;;) {
    p = blanks(p);
    if (*p != '"' || !(p = string(p + 1, &name, copies[NOTHING]))) return 2;
    int k = 0;
    while (k < KEYS && (names[k].length != name.length || memcmp(names[k].name, name.at, name.length))) k++;
    p = blanks(p);
    if (*p++ != ':') return 2;
    p = blanks(p);
    if (*p == '"') {
      if (!(p = string(p + 1, &value, copies[k]))) return 2;
      if (k < KEYS) key[k] = value;
    } else if (!(p = other(p))) {
      return 2;
    }
    p = blanks(p);
    if (*p == '}') break;
    if (*p++ != ',') return 2;
  }
  if (blanks(p + 1) != end) return 2;
  return key[ID].at && key[ENVIRONMENT].at && key[URI].at && is_allowed(key);
}

int main(int count, char **arguments) {
  static unsigned char buffer[(1 << 18) + ROOM + 64];
  long counts[3] = {0};
  if (count != 2) return 2;
  read_table(arguments[1]);
  for (size_t held = 0;;) {
    ssize_t n = read(0, buffer + held, 1 << 18);
    if (n < 0) fail("read");
    if (n == 0 && held == 0) break;
    if (n == 0) buffer[held] = '\n', n = 1;
    unsigned char *line = buffer, *end = buffer + held + n, *feed;
    while ((feed = memchr(line, '\n', (size_t)(end - line)))) {
      counts[decide(line, feed)]++;
      line = feed + 1;
    }
    held = (size_t)(end - line);
    if (held > ROOM) return 2;
    memmove(buffer, line, held);
  }
  printf("allow %ld deny %ld malformed %ld\n", counts[1], counts[0], counts[2]);
  return 0;
}
