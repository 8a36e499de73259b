import Core
import Observation

/// The editor of one note.
@MainActor @Observable
package final class EditorViewModel {
  /// The text in the editor.
  package var text = ""
  /// What to tell the person.
  package private(set) var message: String?
  /// Whether the text in the editor is not yet stored.
  package var hasChanges: Bool { text != loaded }

  private let id: Note.ID
  private let store: any NoteStore
  private let notebook: Notebook
  /// The text as it was last read or stored.
  private var loaded = ""
  private var isSaving = false

  package init(id: Note.ID, store: any NoteStore, notebook: Notebook) {
    (self.id, self.store, self.notebook) = (id, store, notebook)
  }

  /// Reads the text. What was typed meanwhile is kept, beside what others changed in other lines.
  package func load() async {
    do throws(StoreError) {
      guard let note = try await store.note(id), !note.content.isDeleted else {
        message = Message.of(NotebookError.noNote)
        return
      }
      guard let merged = mergedLines(of: text, and: note.content.text, from: loaded) else {
        message = Message.of(NotebookError.changedMeanwhile)
        return
      }
      (text, loaded, message) = (merged, note.content.text, nil)
    } catch {
      message = Message.of(error)
    }
  }

  /// Stores the text, unless it is being stored. Where it cannot be stored, the editor keeps it, and says why.
  package func save() async {
    guard !isSaving else { return }
    isSaving = true
    defer { isSaving = false }
    let typed = text
    do throws(NotebookError) {
      let note = try await notebook.rewrite(id, from: loaded, to: typed)
      // What was typed since was made from what was typed before, and not from what others changed.
      loaded = text == typed ? note.content.text : typed
      if text == typed { text = loaded }
      message = nil
    } catch {
      message = Message.of(error)
    }
  }
}
