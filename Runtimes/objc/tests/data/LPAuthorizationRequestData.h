#import <Foundation/Foundation.h>

/// The clients of the authorization server that are apps.
typedef NS_ENUM(NSInteger, LPOwnClient) {
  LPOwnClientHomeApp,
};

/// The redirect URIs of the client `home-app` in both environments.
static NSString *const LPRedirectURIHomeAppComAcmeHomeCb =
    @"com.acme.home:/cb";
static NSString *const LPRedirectURIHomeAppHttp127001Cb =
    @"http://127.0.0.1/cb";
