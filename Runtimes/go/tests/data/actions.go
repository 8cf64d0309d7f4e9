package firebaseemail

// SignIn is the action sign_in of the policy.
const SignIn Action = "sign_in"

var actions = map[Environment]map[Action]settings{
	Prod: {
		SignIn: {
			url:                "https://app.example/finish/?x=1",
			handleCodeInApp:    true,
			androidPackageName: "com.example",
		},
	},
	Sandbox: {
		SignIn: {
			url:       "com.example:/finish",
			isOnlyURL: true,
		},
	},
}
