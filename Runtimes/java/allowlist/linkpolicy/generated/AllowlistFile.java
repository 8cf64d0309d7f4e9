package linkpolicy.generated;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An {@code allowlist.json} on disk, which a server reloads without a restart. Its SHA-256 is in a
 * file with the same name and {@code .sha256} at the end, as {@code sha256sum} writes it. Safe for
 * use by all threads.
 */
public final class AllowlistFile {
  private static final Pattern CHECKSUM =
      Pattern.compile("([0-9A-Fa-f]{64})(?:[ \\t\\r\\n].*)?", Pattern.DOTALL);

  private final Path path;
  private final Environment environment;
  private volatile Allowlist current;

  /**
   * Loads the file.
   *
   * @throws AllowlistException if a file can't be read or anything about it is unexpected
   */
  public AllowlistFile(Path path, Environment environment) throws AllowlistException {
    this.path = Objects.requireNonNull(path, "path");
    this.environment = Objects.requireNonNull(environment, "environment");
    this.current = read();
  }

  /** The allowlist that was loaded last. */
  public Allowlist current() {
    return current;
  }

  /**
   * Loads the file again.
   *
   * @throws AllowlistException if a file can't be read or anything about it is unexpected; {@link
   *     #current} stays as it was
   */
  public synchronized void reload() throws AllowlistException {
    current = read();
  }

  private Allowlist read() throws AllowlistException {
    try {
      Path checksumPath = path.resolveSibling(path.getFileName() + ".sha256");
      String checksum = Files.readString(checksumPath, StandardCharsets.UTF_8);
      Matcher matcher = CHECKSUM.matcher(checksum);
      if (!matcher.matches()) {
        throw new AllowlistException("the checksum file doesn't start with 64 hex digits");
      }
      return Allowlist.load(Files.readAllBytes(path), matcher.group(1), environment);
    } catch (IOException unreadable) {
      throw new AllowlistException("the allowlist or its checksum can't be read", unreadable);
    }
  }
}
