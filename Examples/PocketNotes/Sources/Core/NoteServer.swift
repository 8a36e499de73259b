import Foundation

/// The server that keeps the devices of an account in step.
///
/// It numbers the versions that it accepts: 1, 2, 3 … A number is given once, and the version of a note that the server has is the
/// one with the note's greatest number.
package protocol NoteServer: Sendable {
  /// Offers a version of a note.
  func push(_ version: PushedVersion, in session: Session) async throws(ServerError) -> PushReply

  /// Returns the present versions whose numbers are greater than that of a cursor, in their order.
  func versions(after cursor: Int, limit: Int, in session: Session) async throws(ServerError) -> ServerPage
}

/// A version of a note that the server has.
package struct ServerVersion: Sendable, Hashable, Codable {
  package var note: Note.ID
  package var content: Note.Content
  /// The time of the change, by the clock of the device that made it.
  package var modified: Date
  package var number: Int

  package init(note: Note.ID, content: Note.Content, modified: Date, number: Int) {
    (self.note, self.content, self.modified, self.number) = (note, content, modified, number)
  }
}

/// A version of a note that a device offers.
package struct PushedVersion: Sendable, Hashable {
  package let note: Note.ID
  package let content: Note.Content
  package let modified: Date
  /// The number of the version that it replaces; 0 for a note that the server does not have.
  package let replaced: Int

  package init(note: Note.ID, content: Note.Content, modified: Date, replaced: Int) {
    (self.note, self.content, self.modified, self.replaced) = (note, content, modified, replaced)
  }
}

/// What became of an offered version.
package enum PushReply: Sendable, Hashable {
  case accepted(number: Int)
  /// The server has another version than the one that was to be replaced. The next pages contain it.
  case outdated
}

/// A part of the versions in an account.
package struct ServerPage: Sendable, Hashable {
  package let versions: [ServerVersion]
  package let hasMore: Bool

  package init(versions: [ServerVersion], hasMore: Bool) {
    (self.versions, self.hasMore) = (versions, hasMore)
  }
}

/// A failure of a request. After each of them the device does not know whether the server received it.
package enum ServerError: Error, Hashable, Sendable {
  /// There is no network, or the server did not answer.
  case unreachable
}
