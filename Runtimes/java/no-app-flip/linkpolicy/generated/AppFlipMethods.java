package linkpolicy.generated;

import java.util.List;

/** The App Flip part of {@link Allowlist}: empty, because no policy has App Flip. */
abstract sealed class AppFlipMethods permits Allowlist {
  /** The clients, in the order of the policy. */
  abstract List<Client> all();
}
