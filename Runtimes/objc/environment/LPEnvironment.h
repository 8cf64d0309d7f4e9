#import <Foundation/Foundation.h>

/// The environment that a value of the policy belongs to.
typedef NS_ENUM(NSInteger, LPEnvironment) {
  /// Production.
  LPEnvironmentProd,
  /// For testing an integration.
  LPEnvironmentSandbox,
};
