// One `import LinkPolicy` is enough: the values that it takes and returns come with it.
@_exported public import PolicyVerification
@_exported public import PolicyText
@_exported public import PolicyDecision
