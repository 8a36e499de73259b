import Foundation
import NotesDisk
import NotesDomain

/// Templates as Markdown files in a folder.
struct FileNoteTemplates: NoteTemplateStore {
  let settings: NoteTemplateSettings

  func template(named name: String) throws(NoteTemplateError) -> NoteTemplate? {
    guard let directory = settings.directory, NoteTemplate.isName(name) else { return nil }
    let path = "\(directory)/\(name).md"
    let contents: FileContents?
    do { contents = try FileContents(following: path, limit: NoteLimit.text.maximum) } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
    guard let file = contents else { return nil }
    guard let text = file.text() else { throw .notUTF8(path: path, offset: file.firstInvalidOffset) }
    return NoteTemplate(path: path, text: text)
  }

  func names() throws(NoteTemplateError) -> [String] {
    guard let directory = settings.directory, access(directory, F_OK) == 0 else { return [] }
    // For its reason: after an error of Foundation, that of the system may be another call's.
    guard let stream = opendir(directory) else {
      throw .unreadable(path: directory, reason: SystemError.current.reason)
    }
    closedir(stream)
    let files: [String]
    do { files = try FileManager.default.contentsOfDirectory(atPath: directory) } catch {
      throw .unreadable(path: directory, reason: SystemError(code: EIO).reason)
    }
    return files.compactMap { $0.beginning(before: ".md").map(String.init) }.filter(NoteTemplate.isName).sorted()
  }
}

/// The folder of the templates.
package struct NoteTemplateSettings: Sendable, Hashable {
  /// The path of the folder, which is never created; `nil` without a home directory.
  package let directory: String?

  package init(directory: String?) { self.directory = directory }
}
