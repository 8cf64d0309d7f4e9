#import <Foundation/Foundation.h>

/// The purpose of an email.
typedef NS_ENUM(NSInteger, LPEmailAction) {
  LPEmailActionSignIn,
  LPEmailActionResetPassword,
};
