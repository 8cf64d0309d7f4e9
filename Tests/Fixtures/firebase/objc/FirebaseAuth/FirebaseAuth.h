// Declarations of FirebaseAuth that generated code uses, as in version 12 of the SDK.
#pragma once
#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

@interface FIRActionCodeSettings : NSObject
@property(nonatomic, copy, nullable) NSURL *URL;
@property(nonatomic) BOOL handleCodeInApp;
@property(nonatomic, copy, nullable) NSString *iOSBundleID;
@property(nonatomic, copy, nullable) NSString *linkDomain;
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (void)setAndroidPackageName:(NSString *)androidPackageName
        installIfNotAvailable:(BOOL)installIfNotAvailable
               minimumVersion:(nullable NSString *)minimumVersion;
@end

@interface FIRAuthCredential : NSObject
@end

extern NSString *const FIRAuthErrorDomain;
extern NSString *const FIRAuthErrorUserInfoUpdatedCredentialKey;

typedef NS_ENUM(NSInteger, FIRAuthErrorCode) {
  FIRAuthErrorCodeEmailAlreadyInUse = 17007,
  FIRAuthErrorCodeCredentialAlreadyInUse = 17025,
};

NS_ASSUME_NONNULL_END
