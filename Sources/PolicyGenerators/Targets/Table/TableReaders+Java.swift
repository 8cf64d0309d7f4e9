extension TableReaders {
  /// `java/linkpolicy/generated/LinkPolicyTable.java`.
  static func java(_ header: GeneratedHeader) -> Code<JavaLanguage> {
    #"""
    // \#(header)
    package linkpolicy.generated;

    import java.io.IOException;
    import java.lang.invoke.MethodHandles;
    import java.lang.invoke.VarHandle;
    import java.nio.ByteBuffer;
    import java.nio.ByteOrder;
    import java.nio.CharBuffer;
    import java.nio.channels.FileChannel;
    import java.nio.charset.CharacterCodingException;
    import java.nio.charset.StandardCharsets;
    import java.nio.file.Files;
    import java.nio.file.Path;
    import java.nio.file.StandardOpenOption;
    import java.nio.file.attribute.BasicFileAttributes;
    import java.util.Arrays;
    import java.util.List;
    import java.util.zip.CRC32;

    /**
     * A table of redirect URIs that {@code linkpolicy generate --target table} wrote; it never changes. Safe
     * to use from many threads.
     *
     * <pre>
     * var table = new LinkPolicyTable.Reloading(Path.of("prod.lpt"), LinkPolicyTable.Environment.PROD);
     * if (table.isRedirectUriAllowed(clientId, redirectUri)) ...
     * table.reloadIfChanged(); // now and then, from any thread
     * </pre>
     *
     * <p>Texts are compared by their bytes in UTF-8; nothing is trimmed, folded, normalised or decoded. The
     * file is mapped into memory, 2 GiB at most. Replace it by renaming another over it, as linkpolicy does.
     */
    public final class LinkPolicyTable {
      /** The environment that a table is for. */
      public enum Environment {
        /** What users run. */
        PROD,
        /** Where integrations are tried. */
        SANDBOX
      }

      private static final byte[] MAGIC = {(byte) 0x89, 'L', 'P', 'T', '\r', '\n', 0x1A, '\n'};
      private static final int HEADER_LENGTH = 96;
      private static final int BLOCK_LENGTH = 4096;
      private static final long K1 = 0x9E3779B97F4A7C15L;
      private static final long K2 = 0xD6E8FEB86659FD93L;
      private static final long K3 = 0xA0761D6478BD642FL;
      private static final VarHandle WORDS =
          MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
      private static final List<String> LOOPBACK = List.of("http://127.0.0.1", "http://[::1]");
      private static final int MISSING = -1;

      private final Path path;
      private final ByteBuffer data;
      private final long seed;
      private final int pairs;
      private final int clients;
      private final long buckets;
      private final long slots;
      private final int start;
      private final int slotStart;
      private final int recordStart;
      /** Blocks that were held against their checksums; threads that race find the same. */
      private final boolean[] isChecked;

      /**
       * Opens a table. Header and checksums are looked at; every block of 4 KiB is held against its checksum
       * when it is first read, so that nothing is read that is not needed.
       *
       * @throws IOException where it cannot be read or is damaged
       */
      public LinkPolicyTable(Path path, Environment environment) throws IOException {
        this.path = path;
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
          if (channel.size() > Integer.MAX_VALUE) throw failure("has more than 2 GiB");
          data = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
        }
        data.order(ByteOrder.LITTLE_ENDIAN);
        int size = data.capacity();
        for (int index = 0; index < MAGIC.length; index++) {
          if (index >= size || data.get(index) != MAGIC[index]) {
            throw failure("is no table of linkpolicy");
          }
        }
        if (size < HEADER_LENGTH) throw failure("is cut off");
        if (data.getInt(8) != 1) {
          throw failure("has version " + Integer.toUnsignedString(data.getInt(8)) + ", not 1");
        }
        if (checksum(0, 92) != data.getInt(92)) throw failure("the header is damaged");
        if (data.getLong(16) != size) throw failure("is cut off, or has more than it says");
        if (data.getInt(12) != environment.ordinal()) throw failure("is for the other environment");
        seed = data.getLong(24);
        pairs = data.getInt(32);
        clients = data.getInt(36);
        buckets = Integer.toUnsignedLong(data.getInt(40));
        slots = Integer.toUnsignedLong(data.getInt(44));
        long blocks = Integer.toUnsignedLong(data.getInt(48));
        long bodyStart = data.getLong(64);
        long slotsStart = data.getLong(72);
        long recordsStart = data.getLong(80);
        boolean isSound =
            buckets > 0 && slots > 0 && data.getLong(56) == HEADER_LENGTH
                && HEADER_LENGTH + 4 * blocks <= bodyStart && bodyStart <= size
                && slotsStart <= size && bodyStart + 2 * buckets <= slotsStart
                && recordsStart <= size && slotsStart + 4 * slots <= recordsStart
                && (size - bodyStart + BLOCK_LENGTH - 1) / BLOCK_LENGTH == blocks;
        if (!isSound) throw failure("the header contradicts itself");
        if (checksum(HEADER_LENGTH, HEADER_LENGTH + 4 * (int) blocks) != data.getInt(88)) {
          throw failure("the checksums are damaged");
        }
        start = (int) bodyStart;
        slotStart = (int) slotsStart;
        recordStart = (int) recordsStart;
        isChecked = new boolean[(int) blocks];
      }

      /** Pairs of client and redirect URI. */
      public int size() {
        return pairs;
      }

      /** Clients with a redirect URI. */
      public int clients() {
        return clients;
      }

      /**
       * Reads the whole file.
       *
       * @throws IOException where it is damaged
       */
      public void verify() throws IOException {
        try {
          place(start, data.capacity() - start);
        } catch (IllegalStateException error) {
          throw new IOException(error.getMessage(), error);
        }
      }

      /**
       * True when the client may have its answer sent to the redirect URI: equal bytes, and for native clients
       * any port of a loopback address (RFC 8252 section 7.3).
       *
       * @throws IllegalStateException where the table is damaged
       */
      public boolean isRedirectUriAllowed(String clientId, String redirectUri) {
        byte[] id = bytes(clientId);
        byte[] uri = bytes(redirectUri);
        if (id == null || uri == null) return false;
        if (flags(id, uri) != MISSING) return true;
        String registered = withoutPort(redirectUri);
        if (registered == null) return false;
        int flags = flags(id, registered.getBytes(StandardCharsets.UTF_8));
        return flags != MISSING && (flags & 1) == 1;
      }

      /** The UTF-8 of a text; null for null, and for half a pair of surrogates, which has none. */
      private static byte[] bytes(String text) {
        if (text == null) return null;
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        // As many bytes as characters: all of it is ASCII, unless it holds what was replaced by `?`.
        boolean mayBeReplaced = false;
        for (int index = 0; index < text.length() && !mayBeReplaced; index++) {
          mayBeReplaced = Character.isSurrogate(text.charAt(index));
        }
        if (!mayBeReplaced) return bytes;
        try {
          StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
          return bytes;
        } catch (CharacterCodingException error) {
          return null;
        }
      }

      /** The flags of the client that has a redirect URI. */
      private int flags(byte[] id, byte[] uri) {
        if (id.length > 0xFFFF || uri.length > 0xFFFF) return MISSING;
        long hash = hash(seed, id, uri);
        long bucket = (hash >>> 32) * buckets >>> 32;
        long pilot = data.getShort(place(start + 2 * bucket, 2)) & 0xFFFFL;
        long slot = (((hash ^ pilot * K3) * K2) >>> 32) * slots >>> 32;
        long record = Integer.toUnsignedLong(data.getInt(place(slotStart + 4 * slot, 4)));
        if (record == 0) return MISSING;
        int place = place(recordStart + record, 6);
        if ((data.getShort(place + 4) & 0xFFFF) != uri.length || !holds(place + 6L, uri)) {
          return MISSING;
        }
        int owner = place(recordStart + Integer.toUnsignedLong(data.getInt(place)), 3);
        if ((data.getShort(owner + 1) & 0xFFFF) != id.length || !holds(owner + 3L, id)) {
          return MISSING;
        }
        return data.get(owner) & 0xFF;
      }

      /** The place of bytes that are what they were when the table was written. */
      private int place(long first, long count) {
        if (first > data.capacity() - count) throw damaged();
        int end = (int) (first - start + count);
        int block = (int) ((first - start) / BLOCK_LENGTH);
        for (; block * (long) BLOCK_LENGTH < end; block++) {
          if (!isChecked[block]) check(block);
        }
        return (int) first;
      }

      private void check(int block) {
        int first = start + block * BLOCK_LENGTH;
        int end = (int) Math.min(data.capacity(), (long) first + BLOCK_LENGTH);
        if (checksum(first, end) != data.getInt(HEADER_LENGTH + 4 * block)) throw damaged();
        isChecked[block] = true;
      }

      private boolean holds(long first, byte[] text) {
        int place = place(first, text.length);
        int index = 0;
        for (; text.length - index >= 8; index += 8) {
          if (data.getLong(place + index) != (long) WORDS.get(text, index)) return false;
        }
        for (; index < text.length; index++) {
          if (data.get(place + index) != text[index]) return false;
        }
        return true;
      }

      private static long mix(long hash, long word) {
        long product = (hash ^ word) * K1;
        return product ^ product >>> 32;
      }

      private static long mix(long hash, byte[] text) {
        int place = 0;
        for (; text.length - place >= 8; place += 8) hash = mix(hash, (long) WORDS.get(text, place));
        if (place == text.length) return hash;
        long word = 0;
        for (int index = place; index < text.length; index++) {
          word |= (text[index] & 0xFFL) << 8 * (index - place);
        }
        return mix(hash, word);
      }

      private static long hash(long seed, byte[] id, byte[] uri) {
        long hash = mix(mix(mix(seed, (long) id.length << 32 ^ uri.length), id), uri);
        hash = (hash ^ hash >>> 29) * K2;
        return hash ^ hash >>> 32;
      }

      /** {@code http://127.0.0.1/cb} for {@code http://127.0.0.1:51004/cb}, null for other texts. */
      private static String withoutPort(String uri) {
        for (String origin : LOOPBACK) {
          int start = origin.length() + 1;
          if (!uri.startsWith(origin) || uri.length() < start || uri.charAt(start - 1) != ':') continue;
          int end = start;
          int port = 0;
          while (end < uri.length() && end - start < 6) {
            char digit = uri.charAt(end);
            if (digit < '0' || digit > '9') break;
            port = port * 10 + (digit - '0');
            end++;
          }
          boolean isPort =
              end > start && end - start < 6 && uri.charAt(start) != '0' && port <= 65535
                  && end < uri.length() && (uri.charAt(end) == '/' || uri.charAt(end) == '?');
          return isPort ? origin + uri.substring(end) : null;
        }
        return null;
      }

      private int checksum(int start, int end) {
        CRC32 checksum = new CRC32();
        ByteBuffer part = data.duplicate();
        part.position(start).limit(end);
        checksum.update(part);
        return (int) checksum.getValue();
      }

      private IOException failure(String reason) {
        return new IOException(path + ": " + reason);
      }

      private IllegalStateException damaged() {
        return new IllegalStateException(path + ": is damaged");
      }

      /** A table that follows its file. Safe to use from many threads. */
      public static final class Reloading {
        private final Path path;
        private final Environment environment;
        private Object[] stamp;
        private volatile LinkPolicyTable table;

        /**
         * Opens a table.
         *
         * @throws IOException where it cannot be read or is damaged
         */
        public Reloading(Path path, Environment environment) throws IOException {
          this.path = path;
          this.environment = environment;
          reload();
        }

        /** The table as it is now. */
        public LinkPolicyTable table() {
          return table;
        }

        /**
         * Opens the file anew.
         *
         * @throws IOException where it cannot be read or is damaged; the table that was there goes on
         */
        public synchronized void reload() throws IOException {
          Object[] current = readStamp();
          table = new LinkPolicyTable(path, environment);
          stamp = current;
        }

        /**
         * Opens the file anew where it is another one; true where it was.
         *
         * @throws IOException as {@link #reload}
         */
        public synchronized boolean reloadIfChanged() throws IOException {
          if (Arrays.equals(readStamp(), stamp)) return false;
          reload();
          return true;
        }

        /** As {@link LinkPolicyTable#isRedirectUriAllowed}. */
        public boolean isRedirectUriAllowed(String clientId, String redirectUri) {
          return table.isRedirectUriAllowed(clientId, redirectUri);
        }

        private Object[] readStamp() throws IOException {
          BasicFileAttributes file = Files.readAttributes(path, BasicFileAttributes.class);
          return new Object[] {file.size(), file.lastModifiedTime(), file.fileKey()};
        }
      }
    }
    """#
  }
}
