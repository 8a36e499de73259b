import Foundation
import NotesDomain
package import WiringMacros

/// Drafts as durable files, which survive a crash and a power failure.
struct FileDraftStore: DraftStore {
  let settings: DraftSettings

  func create(named name: String, text: String) throws(DraftError) -> Draft {
    let stem = settings.directory + "/" + MarkdownFileName.stem(for: name) + "-"
    do throws(SystemError) {
      try PrivateFiles.makeFolder(settings.directory)
      let (path, descriptor) = try PrivateFiles.makeFile(beginning: stem, ending: ".md")
      do throws(SystemError) {
        try PrivateFiles.fill(descriptor, with: [text], isDurable: true)
        try PrivateFiles.sync(settings.directory)
        return Draft(path: path)
      } catch {
        unlink(path)
        throw error
      }
    } catch {
      throw .unwritable(path: settings.directory, reason: error.reason)
    }
  }

  func text(of draft: Draft) throws(DraftError) -> String {
    let file: FileContents
    do throws(FileContents.Failure) {
      file = try FileContents(path: draft.path, limit: .max)
    } catch {
      throw .unreadable(path: draft.path, reason: error.reason)
    }
    guard let text = file.text else {
      throw .notUTF8(path: draft.path, offset: file.firstInvalidOffset)
    }
    return text
  }

  func remove(_ draft: Draft) throws(DraftError) {
    guard unlink(draft.path) == 0 || errno == ENOENT else {
      throw .unwritable(path: draft.path, reason: SystemError.current.reason)
    }
  }
}

/// The folder of the drafts.
@Component
package struct DraftSettings: Sendable, Hashable {
  /// The path of the folder. It is created when missing, readable by its owner only.
  package var directory: String

  /// Creates settings.
  package init(directory: String) {
    self.directory = directory
  }
}
