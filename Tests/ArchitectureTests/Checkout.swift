import Foundation

/// The package that these tests were built from, as it lies on the disk.
enum Checkout {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The manifest, read once.
  static let manifest = Result { try Manifest(dump: dumpPackage()) }

  /// The Swift files under a folder, without those that a tutorial shows.
  static func swiftFiles(under folder: String) throws -> [SourceFile] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
    let sources = paths.filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }
    return try sources.sorted().map { try file("\(folder)/\($0)") }
  }

  /// The files and folders at the top level, without hidden ones.
  static func topLevel() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: root.path).filter { !$0.hasPrefix(".") })
  }

  static func file(_ path: String) throws -> SourceFile {
    SourceFile(path: path, text: try String(contentsOf: root.appending(path: path), encoding: .utf8))
  }

  /// Runs `swift package dump-package`, which only evaluates the manifest: nothing is resolved, fetched or built. The scratch
  /// folder is another than the one that the running `swift test` may have locked.
  private static func dumpPackage() throws -> Data {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "architecture-\(UUID())")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swift", "package", "--package-path", root.path, "--scratch-path", scratch.path, "dump-package",
    ]
    // The manifest as those read it who depend on this package.
    process.environment = ProcessInfo.processInfo.environment.merging(["WIRING_TOOLCHAIN_SYNTAX": ""]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let dump = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return dump
  }
}
