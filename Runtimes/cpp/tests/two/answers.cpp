// Compiled once for each of two policies: what the program says about a client of that policy.

#include "linkpolicy_allowlist.hpp"

bool ANSWER();

bool ANSWER() {
  return linkpolicy::is_redirect_uri_allowed(CLIENT, linkpolicy::Environment::prod,
                                             "https://" CLIENT ".example/cb");
}
