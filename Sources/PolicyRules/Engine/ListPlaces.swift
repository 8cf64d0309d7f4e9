import PolicyText
import PolicyModel

extension RuleContext {
  /// Where the value of one environment is named: its `prod` or `sandbox` key, or for a shared value the
  /// key of the whole. The best place for what is missing: the value itself may be pages long.
  func place<Value>(of values: PerEnvironment<Value>, _ environment: Environment) -> NodeID {
    let value =
      values.isShared
      ? values.node : tree.value(of: environment.rawValue, in: values.node) ?? values.node
    return tree.key(of: value) ?? value
  }
}
