import Foundation
import Testing

/// A file that is not part of these tests but compiled by them, to see what the macros make of it.
struct Fixture: CustomTestStringConvertible {
  let url: URL

  /// The name of its folder and its own, as in `Refused/Requirements`.
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

  /// Compiles the file by itself, far enough for every check of the compiler, with the plugin that was built beside these
  /// tests.
  ///
  /// - Parameter arguments: Further arguments of the compiler.
  /// - Returns: What the compiler says, without the machine's paths.
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
      "-Xcc", "-fmodule-map-file=\(products.appending(path: "CWiringRecords.build/module.modulemap").path)",
      "-load-plugin-executable", products.appending(path: "WiringMacrosPlugin-tool").path + "#WiringMacrosPlugin",
    ]
    process.arguments =
      fixed + features.flatMap { ["-enable-upcoming-feature", $0] } + found + arguments + [url.path]
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

  /// The folder with the products of the build that made these tests.
  private static func products() throws -> URL {
    #if os(Linux)
      return URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    #else
      // The bundle with the tests lies among them.
      let bundle = try #require(Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") })
      return bundle.bundleURL.deletingLastPathComponent()
    #endif
  }
}
