// One `import LinkPolicy` is enough: the values that it takes and returns come with it.
@_exported public import Deployment
@_exported public import PolicyDiagnostics
@_exported public import PolicyReplay
@_exported public import PolicyText
