// Declarations of Firebase Authentication for Android that generated code uses, without their
// base classes.
package com.google.firebase.auth;

public final class FirebaseAuthUserCollisionException extends Exception {
  private static final long serialVersionUID = 1;

  private final String errorCode;
  private final transient AuthCredential updatedCredential;

  public FirebaseAuthUserCollisionException(String errorCode, AuthCredential updatedCredential) {
    this.errorCode = errorCode;
    this.updatedCredential = updatedCredential;
  }

  public String getErrorCode() {
    return errorCode;
  }

  public AuthCredential getUpdatedCredential() {
    return updatedCredential;
  }
}
