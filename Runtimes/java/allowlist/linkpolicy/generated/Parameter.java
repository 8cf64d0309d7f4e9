package linkpolicy.generated;

import java.util.List;
import java.util.Optional;

/**
 * A decoded request parameter that the allowlist doesn't interpret.
 *
 * @param name the parameter's name
 * @param value its value, never empty
 */
public record Parameter(String name, String value) {
  /** The value of the first parameter with a name. */
  static Optional<String> first(List<Parameter> parameters, String name) {
    return parameters.stream()
        .filter(parameter -> parameter.name.equals(name))
        .map(Parameter::value)
        .findFirst();
  }

  /** The name only: the value may be a secret. */
  @Override
  public String toString() {
    return "Parameter[name=" + name + ", value=[redacted]]";
  }
}
