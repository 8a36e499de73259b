import Foundation
import NotesDomain

/// The last list in a file for each terminal, so that numbers in one window never mean a list in another.
struct FileListedNotes: ListedNotes {
  let settings: ListedNotesSettings

  func load() -> [NoteID] {
    guard let path = settings.path, let file = try? FileContents(path: path, limit: ListedNotesSettings.maximumBytes),
      let text = file.text()
    else { return [] }
    return text.split(separator: "\n").compactMap { NoteID(String($0)) }
  }

  func save(_ notes: [NoteID]) -> Bool {
    guard let path = settings.path, notes.count <= ListedNotesSettings.maximumCount else { return false }
    do {
      try PrivateFiles.makeFolder(path.parentPath)
      try PrivateFiles.write([notes.map { $0.description + "\n" }.joined()], to: path, isDurable: false)
      return true
    } catch {
      return false
    }
  }
}

/// The file of the last list.
package struct ListedNotesSettings: Sendable, Hashable {
  /// The maximum number of notes in a list with numbers.
  static let maximumCount = 9999

  static let maximumBytes = 37 * maximumCount

  /// The path of the file; `nil` without a terminal.
  let path: String?

  /// - Parameters:
  ///   - directory: The folder of the files, which is created when missing, readable by its owner only.
  ///   - terminal: The name of the person's terminal, such as `/dev/pts/3`; `nil` without one.
  package init(directory: String, terminal: String?) {
    path = terminal.map { directory + "/" + MarkdownFileName.stem(for: $0) }
  }
}
