import WebApp

#if DEBUG
  import FoundationEssentials
#endif

/// The source of the pages: the program itself.
enum AssetSource {
  static func assets() -> [WebAsset] {
    #if DEBUG
      // Debug builds serve a folder, so pages can be edited without building.
      if let folder = ProcessInfo.processInfo.environment["LINKPOLICY_WEB_ASSETS"] {
        return WebAsset.all.map { asset in
          let path = folder + asset.path
          let data = FileManager.default.contents(atPath: path)
          return WebAsset(
            path: asset.path, text: data.map { String(decoding: $0, as: UTF8.self) } ?? asset.text)
        }
      }
    #endif
    return WebAsset.all
  }
}
