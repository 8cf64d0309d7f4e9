// Declarations of Foundation that generated code uses, as in Apple's SDK. They only let a
// compiler check the code.
#pragma once
#include <stddef.h>
#include <stdint.h>

#define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#define NS_ENUM(type, name) enum name : type name; enum name : type
#define NS_DESIGNATED_INITIALIZER __attribute__((objc_designated_initializer))
#define NS_UNAVAILABLE __attribute__((unavailable))

typedef signed char BOOL;
#define YES ((BOOL)1)
#define NO ((BOOL)0)
#define nil ((void *)0)
typedef long NSInteger;
typedef unsigned long NSUInteger;
typedef unsigned short unichar;
typedef NSUInteger NSStringEncoding;
enum : NSStringEncoding { NSUTF8StringEncoding = 4 };

typedef struct {
  unsigned long state;
  id __unsafe_unretained _Nullable *_Nullable itemsPtr;
  unsigned long *_Nullable mutationsPtr;
  unsigned long extra[5];
} NSFastEnumerationState;

NS_ASSUME_NONNULL_BEGIN

__attribute__((objc_root_class))
@interface NSObject
+ (instancetype)alloc;
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (id)copy;
@end

@class NSData;

@interface NSString : NSObject
@property(readonly) NSUInteger length;
- (unichar)characterAtIndex:(NSUInteger)index;
- (NSString *)substringFromIndex:(NSUInteger)from;
- (NSString *)substringToIndex:(NSUInteger)to;
- (BOOL)isEqualToString:(NSString *)other;
- (nullable NSData *)dataUsingEncoding:(NSStringEncoding)encoding;
@end

@interface NSMutableString : NSString
+ (instancetype)string;
- (void)appendFormat:(NSString *)format, ... __attribute__((format(__NSString__, 1, 2)));
@end

@interface NSConstantString : NSString
@end

extern NSString *const NSInvalidArgumentException;

@interface NSException : NSObject
+ (void)raise:(NSString *)name format:(NSString *)format, ...
    __attribute__((format(__NSString__, 2, 3)));
@end

@interface NSData : NSObject
@property(readonly) NSUInteger length;
@property(readonly) const void *bytes __attribute__((objc_returns_inner_pointer));
@end

@interface NSURL : NSObject
+ (nullable instancetype)URLWithString:(NSString *)string;
@end

@interface NSArray<__covariant ObjectType> : NSObject
+ (instancetype)arrayWithObjects:(const ObjectType _Nonnull [_Nullable])objects
                           count:(NSUInteger)count;
- (NSUInteger)countByEnumeratingWithState:(NSFastEnumerationState *)state
                                  objects:(id __unsafe_unretained _Nullable [_Nonnull])buffer
                                    count:(NSUInteger)count;
@end

@interface NSDictionary<__covariant KeyType, __covariant ObjectType> : NSObject
- (nullable ObjectType)objectForKeyedSubscript:(KeyType)key;
@end

@interface NSError : NSObject
@property(readonly) NSInteger code;
@property(readonly, copy) NSString *domain;
@property(readonly, copy) NSDictionary<NSString *, id> *userInfo;
@end

@interface NSMutableArray<ObjectType> : NSArray <ObjectType>
+ (instancetype)array;
- (void)addObject:(ObjectType)object;
@end

@interface NSMutableSet<ObjectType> : NSObject
+ (instancetype)set;
- (void)addObject:(ObjectType)object;
- (BOOL)containsObject:(ObjectType)object;
@end

NS_ASSUME_NONNULL_END
