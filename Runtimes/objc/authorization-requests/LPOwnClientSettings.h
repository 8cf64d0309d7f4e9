#import "LPAuthorizationRequestData.h"
#import "LPEnvironment.h"

/// A client in one environment.
@interface LPOwnClientSettings : NSObject
@property(nonatomic, copy) NSString *endpoint;
@property(nonatomic, copy) NSString *clientID;
@property(nonatomic, copy) NSArray<NSString *> *redirectURIs;
/// Those that may get a port.
@property(nonatomic, copy) NSArray<NSString *> *loopback;
@property(nonatomic, copy) NSArray<NSString *> *scopes;
@property(nonatomic, copy) NSString *issuer;
@end

/// The settings of a client; nil if it does not exist in the environment.
LPOwnClientSettings *LPFindOwnClient(LPOwnClient client, LPEnvironment environment);
