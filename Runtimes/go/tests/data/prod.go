//go:build !linkpolicy_sandbox_only

package allowlist

// Prod is the production environment.
const Prod Environment = "prod"

func init() { register(Prod, prodClients) }

var prodClients = []client{
	{
		id:                     "spa",
		key:                    "portal",
		redirectURIs:           []string{"https://app.example/cb", "https://app.example/cb?x=1"},
		isPublic:               true,
		postLogoutRedirectURIs: []string{"https://app.example/bye", "https://app.example/bye?x=1"},
		corsOrigins:            []string{"https://app.example"},
		scopes:                 []string{"read", "write"},
		issuer:                 "https://auth.example",
	},
	{
		id:                    "server",
		key:                   "server",
		redirectURIs:          []string{"https://server.example/cb"},
		mayOmitRedirectURI:    true,
		mayOmitState:          true,
		mayOmitPKCE:           true,
		authenticatesByHeader: true,
		scopes:                []string{"read"},
		grantTypes: []string{
			"authorization_code",
			"refresh_token",
			"client_credentials",
			"urn:ietf:params:oauth:grant-type:device_code",
			"urn:ietf:params:oauth:grant-type:token-exchange",
		},
		codeChallengeMethods: []string{"S256", "plain"},
	},
	{
		id:                     "google",
		key:                    "google",
		redirectURIs:           []string{"https://oauth-redirect.googleusercontent.com/r/p", "https://oauth-redirect.googleusercontent.com/a/p"},
		mayOmitPKCE:            true,
		isGoogleAccountLinking: true,
		browserRedirectURIs:    []string{"https://oauth-redirect.googleusercontent.com/r/p"},
		universalLink:          "https://app.example/flip",
		intentAction:           "com.example.FLIP",
		callers: []caller{
			{
				packageName:  "com.google.android.googlequicksearchbox",
				certificates: []string{"F0:FD:6C:5B:41:0F:25:CB:25:C3:B5:33:46:C8:97:2F:AE:30:F8:EE:74:11:DF:91:04:80:AD:6B:2D:60:DB:83"},
			},
		},
	},
	{
		id:           "cli",
		key:          "cli",
		redirectURIs: []string{"http://127.0.0.1/cb"},
		isNative:     true,
		isPublic:     true,
	},
}
