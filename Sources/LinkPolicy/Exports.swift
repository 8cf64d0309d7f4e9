import PolicyGenerators

// The declarations of lower modules that `import LinkPolicy` exports. Type aliases aren't enough:
// with `MemberImportVisibility`, a client sees the members of a type only if the module's import is
// exported.

// Files, findings and values.
@_exported public import struct PolicyText.Diagnostic
@_exported public import enum PolicyText.Environment
@_exported public import struct PolicyText.ExactString
@_exported public import struct PolicyText.FileID
@_exported public import struct PolicyText.FileSystemError
@_exported public import struct PolicyText.Fix
@_exported public import enum PolicyText.JSONValue
@_exported public import protocol PolicyText.LinkPolicyError
@_exported public import struct PolicyText.Position
@_exported public import struct PolicyText.Report
@_exported public import enum PolicyText.RuleCategory
@_exported public import struct PolicyText.RuleID
@_exported public import struct PolicyText.RuleInfo
@_exported public import enum PolicyText.Severity
@_exported public import struct PolicyText.SourceFile
@_exported public import struct PolicyText.SourceLocation
@_exported public import struct PolicyText.SourceReference
@_exported public import struct PolicyText.SourceSpan

// Decisions and replay.
@_exported public import enum PolicyDecision.DecisionChannel
@_exported public import enum PolicyDecision.DecisionReason
@_exported public import enum PolicyDecision.LogFormat
@_exported public import struct PolicyDecision.Replay
@_exported public import struct PolicyDecision.ReplaySample
@_exported public import struct PolicyDecision.ReplaySummary
@_exported public import struct PolicyDecision.RequestError
@_exported public import enum PolicyModel.RequestKind

// Sending requests for `Verification`, and its results.
@_exported public import struct PolicyVerification.CheckResult
@_exported public import enum PolicyVerification.CheckTarget
@_exported public import protocol PolicyVerification.Fetcher
@_exported public import struct PolicyVerification.ObservedCertificate
@_exported public import struct PolicyVerification.ObservedFailure
@_exported public import struct PolicyVerification.ObservedRequest
@_exported public import struct PolicyVerification.ObservedResponse
@_exported public import struct PolicyVerification.ObservedResult
@_exported public import struct PolicyVerification.Timestamp

extension ImportSettingsError: LinkPolicyError {}

/// The version of linkpolicy, as `--version` and reports show it.
public let linkPolicyVersion: String = toolVersion
