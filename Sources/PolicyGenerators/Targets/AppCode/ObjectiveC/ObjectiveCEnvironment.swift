/// `LPEnvironment.h`: the environments, which several headers share.
enum ObjectiveCEnvironment {
  static func file(_ header: GeneratedHeader, _ writer: AppCode.Writer) -> GeneratedFile {
    writer.file("LPEnvironment.h", source(header))
  }

  private static func source(_ header: GeneratedHeader) -> Code<ObjectiveCLanguage> {
    """
    // \(header)

    #import <Foundation/Foundation.h>

    /// The two worlds every value of the policy belongs to.
    typedef NS_ENUM(NSInteger, LPEnvironment) {
      /// What users run.
      LPEnvironmentProd,
      /// Where integrations are tried.
      LPEnvironmentSandbox,
    };
    """
  }
}
