import Foundation
import NotesDisk
import NotesDomain
import NotesFronts

/// The last list in a file for each terminal, so that numbers in one window never mean a list in another.
///
/// The first line names the session and the store. Terminals are used again, and a file of an earlier session is ignored.
struct FileListedNotes: ListedNotes {
  let settings: ListedNotesSettings

  func load() -> [NoteID] {
    guard let path = settings.path, let file = try? FileContents(path: path, limit: ListedNotesSettings.maximumBytes),
      let lines = file.text()?.split(separator: "\n", omittingEmptySubsequences: false),
      lines.first?.utf8.elementsEqual(settings.firstLine.utf8) ?? false
    else { return [] }
    return lines.dropFirst().compactMap { NoteID(String($0)) }
  }

  func save(_ notes: [NoteID]) -> Bool {
    guard let path = settings.path else { return false }
    do {
      guard notes.count <= ListedNotesSettings.maximumCount else { throw SystemError(code: EFBIG) }
      try PrivateFiles.makeFolder(path.parentPath)
      let lines = settings.firstLine + "\n" + notes.map { $0.description + "\n" }.joined()
      try PrivateFiles.write([lines], to: path, isDurable: false)
      return true
    } catch {
      // The numbers of the list before are not on the screen any more.
      unlink(path)
      return false
    }
  }
}

/// The file of the last list.
package struct ListedNotesSettings: Sendable, Hashable {
  /// The maximum number of notes in a list with numbers.
  static let maximumCount = 9999

  static let maximumBytes = 37 * maximumCount + 16_384

  /// The path of the file; `nil` without a terminal.
  let path: String?
  let firstLine: String

  /// - Parameters:
  ///   - directory: The folder of the files, which is created when missing, readable by its owner only.
  ///   - terminal: The name of the person's terminal, such as `/dev/pts/3`; `nil` without one.
  ///   - session: The session at the terminal, as a text that no other session has.
  ///   - store: The path of the store that has the notes.
  package init(directory: String, terminal: String?, session: String = "", store: String = "") {
    path = terminal.map { directory + "/" + MarkdownFileName.stem(for: $0) }
    firstLine = "\(session) \(store)".replacing("\n", with: " ")
  }
}
