import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import linkpolicy.generated.LinkPolicyTable;

/** Drives the Java reader; see README.txt. */
final class Driver {
  private static String text(String word) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int place = 0; place + 1 < word.length(); place += 2) {
      bytes.write(Integer.parseInt(word.substring(place, place + 2), 16));
    }
    return new String(bytes.toByteArray(), StandardCharsets.UTF_8);
  }

  private static LinkPolicyTable.Environment environment(String name) {
    return LinkPolicyTable.Environment.valueOf(name.toUpperCase(java.util.Locale.ROOT));
  }

  private static LinkPolicyTable.Reloading reloading;
  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

  private static boolean ask(String id, String uri) {
    return reloading.isRedirectUriAllowed(id, uri);
  }

  private static String answer(String[] words) throws IOException {
    switch (words[0]) {
      case "open":
        reloading = new LinkPolicyTable.Reloading(Path.of(words[1]), environment(words[2]));
        return "ok " + reloading.table().size() + " " + reloading.table().clients();
      case "verify":
        reloading.table().verify();
        return "sound";
      case "ask":
        try {
          return ask(text(words[1]), text(words[2])) ? "allow" : "deny";
        } catch (IllegalStateException error) {
          return "error";
        }
      case "move":
        Files.move(Path.of(words[1]), Path.of(words[2]), StandardCopyOption.REPLACE_EXISTING);
        return "moved";
      case "change":
        return reloading.reloadIfChanged() ? "changed" : "same";
      case "time":
        long start = System.nanoTime();
        LinkPolicyTable opened = new LinkPolicyTable(Path.of(words[1]), environment(words[2]));
        long middle = System.nanoTime();
        opened.verify();
        return (middle - start) / 1e6 + " " + (System.nanoTime() - middle) / 1e6;
      case "bench":
        List<String[]> pairs = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of(words[1]))) {
          String[] pair = line.split(" ");
          pairs.add(new String[] {text(pair[0]), text(pair[1])});
        }
        long best = Long.MAX_VALUE;
        int allowed = 0;
        // The first rounds are for the compiler.
        for (int round = 0; round < 5; round++) {
          allowed = 0;
          long began = CLOCK.getCurrentThreadCpuTime();
          for (String[] pair : pairs) if (ask(pair[0], pair[1])) allowed++;
          best = Math.min(best, CLOCK.getCurrentThreadCpuTime() - began);
        }
        return best / pairs.size() + " " + allowed;
      default:
        return "unknown";
    }
  }

  public static void main(String[] arguments) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String answer;
      try {
        answer = answer(line.split(" "));
      } catch (IOException error) {
        answer = "error " + error.getMessage();
      }
      System.out.println(answer);
    }
  }
}
