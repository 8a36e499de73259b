import Foundation
import Synchronization

/// The built program.
struct Executable: Sendable {
  struct Ending: Sendable {
    /// The exit status; 128 plus the number of the signal that ended it.
    let status: Int32
    let output: String
    let error: String
  }

  /// The path, next to the test runner.
  static let path: String = {
    let arguments = CommandLine.arguments[0]
    let folder = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
    let candidates = [folder, URL(fileURLWithPath: arguments).deletingLastPathComponent(), Bundle.main.bundleURL]
    return candidates.compactMap { $0?.appendingPathComponent("notesctl").path }
      .first { FileManager.default.isExecutableFile(atPath: $0) } ?? "notesctl"
  }()

  let folder: TemporaryFolder
  var environment: [String: String] = [:]

  /// Starts the program in a shell, so that a test can redirect its streams.
  func start(_ arguments: [String], shell redirections: String = "", input: String? = nil) throws -> Running {
    try start("exec \"$0\" \"$@\" \(redirections)", in: "/bin/sh", arguments, input: input)
  }

  /// Runs a script of a shell, in which `$0` is the program.
  func run(_ script: String, in shell: String) throws -> Ending {
    try start(script, in: shell, [], input: nil).wait()
  }

  private func start(_ script: String, in shell: String, _ arguments: [String], input: String?) throws -> Running {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: shell)
    process.arguments = ["-c", script, Self.path] + arguments
    process.environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin", "TZ": "UTC"].merging(environment) { $1 }
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    return try Running(process, input: input)
  }

  func run(_ arguments: String..., shell redirections: String = "", input: String? = nil) throws -> Ending {
    try start(arguments, shell: redirections, input: input).wait()
  }

  /// A running process.
  final class Running: @unchecked Sendable {
    let process: Process
    private let output = Pipe()
    private let error = Pipe()

    init(_ process: Process, input: String?) throws {
      self.process = process
      process.standardOutput = output
      process.standardError = error
      let pipe = Pipe()
      process.standardInput = input == nil ? FileHandle.nullDevice : pipe
      try process.run()
      if let input {
        pipe.fileHandleForWriting.write(Data(input.utf8))
        try pipe.fileHandleForWriting.close()
      }
    }

    func wait() throws -> Ending {
      // Drains both pipes concurrently: a process that fills one of them would block forever.
      let errors = Mutex(Data())
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) { [error] in
        let data = error.fileHandleForReading.readDataToEndOfFile()
        errors.withLock { $0 = data }
      }
      let data = output.fileHandleForReading.readDataToEndOfFile()
      group.wait()
      process.waitUntilExit()
      let status = process.terminationStatus
      return Ending(
        status: process.terminationReason == .uncaughtSignal ? 128 + status : status,
        output: String(decoding: data, as: UTF8.self),
        error: String(decoding: errors.withLock { $0 }, as: UTF8.self))
    }

    func kill() {
      Foundation.kill(process.processIdentifier, SIGKILL)
    }
  }
}
