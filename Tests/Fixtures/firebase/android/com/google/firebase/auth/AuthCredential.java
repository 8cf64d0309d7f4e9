// Declarations of Firebase Authentication for Android that generated code uses.
package com.google.firebase.auth;

public abstract class AuthCredential {}
