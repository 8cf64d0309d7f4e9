// Package auth has the declarations of the Firebase Admin SDK for Go that generated code uses.
package auth

// ActionCodeSettings has the fields of the SDK.
type ActionCodeSettings struct {
	URL                   string `json:"continueUrl"`
	HandleCodeInApp       bool   `json:"canHandleCodeInApp"`
	IOSBundleID           string `json:"iOSBundleId,omitempty"`
	AndroidPackageName    string `json:"androidPackageName,omitempty"`
	AndroidMinimumVersion string `json:"androidMinimumVersion,omitempty"`
	AndroidInstallApp     bool   `json:"androidInstallApp,omitempty"`
	DynamicLinkDomain     string `json:"dynamicLinkDomain,omitempty"`
}
