import Foundation
import NotesDomain

/// Drafts as files that survive a crash, a full disk, and a machine that is switched off.
struct FileDraftStore: DraftStore {
  let settings: DraftSettings

  func create(named name: String, text: String) throws(DraftError) -> Draft {
    let stem = settings.directory + "/" + VaultFileName.stem(for: name) + "-"
    do throws(PrivateFiles.Failure) {
      try PrivateFiles.makeFolder(settings.directory)
      let (path, descriptor) = try PrivateFiles.makeFile(beginning: stem, ending: ".md")
      do throws(PrivateFiles.Failure) {
        try PrivateFiles.fill(descriptor, with: [text], isDurable: true)
        try PrivateFiles.syncFolder(settings.directory)
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
    let file: FileBytes
    do throws(FileBytes.Failure) {
      file = try FileBytes(path: draft.path, limit: .max)
    } catch {
      throw .unreadable(path: draft.path, reason: error.reason)
    }
    guard let text = file.text(0..<file.bytes.count) else {
      throw .notUTF8(path: draft.path, offset: file.firstInvalidOffset)
    }
    return text
  }

  func remove(_ draft: Draft) throws(DraftError) {
    guard unlink(draft.path) == 0 || errno == ENOENT else {
      throw .unwritable(path: draft.path, reason: PrivateFiles.Failure.current.reason)
    }
  }
}
