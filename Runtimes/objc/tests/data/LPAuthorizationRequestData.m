#import "LPOwnClientSettings.h"

LPOwnClientSettings *LPFindOwnClient(LPOwnClient client, LPEnvironment environment) {
  LPOwnClientSettings *found = [[LPOwnClientSettings alloc] init];
  switch (client) {
    case LPOwnClientHomeApp:
      if (environment == LPEnvironmentProd) {
        found.endpoint = @"https://id.acme.example/authorize";
        found.clientID = @"app";
        found.redirectURIs = @[ @"com.acme.home:/cb", @"http://127.0.0.1/cb" ];
        found.loopback = @[ @"http://127.0.0.1/cb" ];
        found.scopes = @[ @"profile" ];
        found.issuer = @"https://id.acme.example";
        return found;
      }
      if (environment == LPEnvironmentSandbox) {
        found.endpoint = @"https://id.acme.example/authorize";
        found.clientID = @"app-sbx";
        found.redirectURIs = @[ @"com.acme.home:/cb" ];
        found.loopback = @[];
        found.scopes = @[ @"profile" ];
        found.issuer = @"https://id-sbx.acme.example";
        return found;
      }
      return nil;
  }
  return nil;
}
