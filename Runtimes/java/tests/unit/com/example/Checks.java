package com.example;

import java.util.Objects;

/** Assertions of the unit tests. */
final class Checks {
  /** Code that may throw. */
  interface Action {
    void run() throws Exception;
  }

  private Checks() {}

  static void check(boolean condition, String message) {
    if (!condition) {
      throw new AssertionError(message);
    }
  }

  static void equal(Object expected, Object actual) {
    check(Objects.equals(expected, actual), "expected " + expected + ", found " + actual);
  }

  static <T extends Throwable> T fails(Class<T> type, Action action) {
    try {
      action.run();
    } catch (Throwable thrown) {
      check(type.isInstance(thrown), "expected " + type + ", found " + thrown);
      return type.cast(thrown);
    }
    throw new AssertionError("expected " + type);
  }
}
