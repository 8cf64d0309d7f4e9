import PolicyText
import Testing

@Suite struct SecretNameTests {
  @Test(arguments: [
    "secret", "client_secret", "CLIENT-SECRET", "clientSecret", "ClientSecretValue",
    "client_secert",
    "clint_secret", "password", "pasword", "db_passwrod", "api_key", "apiKey", "API-Key", "token",
    "tokens", "access_token", "idToken", "x-secret", "private_key", "privat_key", "signingKey",
    "passphrase", "code_verifier", "jwt", "db.pwd", "cl\u{456}ent_s\u{435}cret",
    "a_very_long_name_of_something_that_goes_on_and_on_and_on_until_its_secret",
  ]) func `a name that says secret is one`(name: String) {
    #expect(SecretName.matches(name.utf8))
  }

  @Test(arguments: [
    "client_id", "redirect_uris", "token_endpoint_auth", "token_endpoint", "token_type", "key_id",
    "secret_matches", "state", "scopes", "code_challenge", "name", "credentials", "webcredentials",
    "second", "pass_through", "", "_", "monkey", "private_relay", "authorization",
  ]) func `another name is none`(name: String) {
    #expect(!SecretName.matches(name.utf8))
  }
}
