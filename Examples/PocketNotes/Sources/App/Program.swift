import CLI
import Core
import Foundation

/// The program: its commands, and the work of the layers at its start.
@MainActor
struct Program {
  let front: Front
  private let startupTasks: [any StartupTask]

  init(front: Front, startupTasks: [any StartupTask]) {
    (self.front, self.startupTasks) = (front, startupTasks)
  }

  func run(_ command: some FrontCommand) async throws {
    // It is done again at the next start. What keeps it from being done, the command says in its own words.
    for task in startupTasks { try? await task.run() }
    try await command.run(in: front)
  }
}

/// A log that keeps nothing.
struct NoLog: CallLog {
  func record(_ call: String, took duration: Duration) {}
}

/// A log on the standard error.
struct StandardErrorLog: CallLog {
  func record(_ call: String, took duration: Duration) {
    FileHandle.standardError.write(Data("\(call): \(duration)\n".utf8))
  }
}
