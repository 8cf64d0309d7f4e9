package android.content;

import android.os.BadParcelableException;
import java.util.Map;
import java.util.TreeMap;

/** A stub of Android's class for generated code. */
public class Intent {
  public final Map<String, Object> extras = new TreeMap<>();
  public String action;
  public boolean isUnreadable;

  public String getAction() {
    return action;
  }

  public Intent putExtra(String name, String value) {
    extras.put(name, value);
    return this;
  }

  public Intent putExtra(String name, int value) {
    extras.put(name, value);
    return this;
  }

  public Intent putExtra(String name, String[] value) {
    extras.put(name, value);
    return this;
  }

  public String getStringExtra(String name) {
    return get(name) instanceof String ? (String) get(name) : null;
  }

  public String[] getStringArrayExtra(String name) {
    return get(name) instanceof String[] ? (String[]) get(name) : null;
  }

  private Object get(String name) {
    if (isUnreadable) {
      throw new BadParcelableException();
    }
    return extras.get(name);
  }
}
