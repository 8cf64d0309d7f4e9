// Package googlescopes has the scopes to request from Google, in the order of the policy: at sign-in,
// and when a feature is used.
package googlescopes

// Missing returns the scopes that were not granted, in their order. A sign-in can succeed without all
// scopes, because users may deny some. Google grants email and profile under their long names. Split
// the scope of a token response with strings.Fields.
func Missing(scopes, granted []string) []string {
	isGranted := map[string]bool{}
	for _, scope := range granted {
		isGranted[canonical(scope)] = true
	}
	var missing []string
	for _, scope := range scopes {
		if !isGranted[canonical(scope)] {
			missing = append(missing, scope)
		}
	}
	return missing
}

func canonical(scope string) string {
	if scope == "email" || scope == "profile" {
		return "https://www.googleapis.com/auth/userinfo." + scope
	}
	return scope
}
