import Foundation

/// The time of day, which tests choose.
package protocol WallClock: Sendable {
  func now() -> Date
}

/// The source of the ids of new notes, which tests choose.
package protocol NoteIDs: Sendable {
  func next() -> Note.ID
}

/// The clock of the system.
package struct SystemClock: WallClock {
  package init() {}
  package func now() -> Date { Date() }
}

/// Random ids.
package struct RandomIDs: NoteIDs {
  package init() {}
  package func next() -> Note.ID { Note.ID() }
}

/// Work that a layer does when the program starts, before the first command.
package protocol StartupTask: Sendable {
  func run() async throws
}

/// The record of calls that are worth timing.
package protocol CallLog: Sendable {
  func record(_ call: String, took duration: Duration)
}
