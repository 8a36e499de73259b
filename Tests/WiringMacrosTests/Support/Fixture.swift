import Foundation
import Testing

/// A source file that the tests compile in order to compare its expansions and errors.
struct Fixture: CustomTestStringConvertible {
  let url: URL

  /// The names of the folder and the file, such as `Refused/Requirements`.
  var name: String {
    "\(url.deletingLastPathComponent().lastPathComponent)/\(url.deletingPathExtension().lastPathComponent)"
  }
  var testDescription: String { name }

  static func all(in folder: String) -> [Fixture] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/\(folder)")
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.sorted { $0.path < $1.path }.map(Fixture.init)
  }

  /// Compiles the file as a module, up to SIL, with the plugin that was built together with these tests.
  ///
  /// - Parameter arguments: Additional arguments of the compiler.
  /// - Returns: The output of the compiler, without absolute paths.
  func compile(_ arguments: String...) throws -> Compilation {
    let products = try Self.products()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let fixed = [
      "swiftc", "-emit-sil", "-o", "/dev/null", "-parse-as-library", "-module-name", "Fixture", "-package-name",
      "fixtures", "-swift-version", "6", "-warnings-as-errors", "-diagnostic-style", "llvm",
    ]
    let features = [
      "ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault", "NonisolatedNonsendingByDefault",
    ]
    let found = [
      "-I", products.appending(path: "Modules").path,
      "-load-plugin-executable", products.appending(path: "WiringMacrosPlugin-tool").path + "#WiringMacrosPlugin",
    ]
    let moduleMaps = ["CWiringRecords"].flatMap {
      ["-Xcc", "-fmodule-map-file=\(products.appending(path: "\($0).build/module.modulemap").path)"]
    }
    process.arguments =
      fixed + features.flatMap { ["-enable-upcoming-feature", $0] } + found + moduleMaps + arguments + [url.path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Compilation(
      succeeded: process.terminationStatus == 0,
      text: text.replacing(url.path, with: url.lastPathComponent).replacing(products.path, with: "products"))
  }

  /// Returns the folder with the products of this build.
  private static func products() throws -> URL {
    #if os(Linux)
      return URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    #else
      // The bundle of the tests is one of them.
      let bundle = try #require(Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") })
      return bundle.bundleURL.deletingLastPathComponent()
    #endif
  }
}
