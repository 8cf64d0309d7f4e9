#pragma once

#define LINKPOLICY_ALLOWLIST_POLICY example
