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

  package init(id: Note.ID, store: any NoteStore, notebook: Notebook) {
    (self.id, self.store, self.notebook) = (id, store, notebook)
  }

  /// Reads the text. What was typed meanwhile is kept.
  package func load() async {
    do throws(StoreError) {
      guard let note = try await store.note(id), !note.content.isDeleted else {
        message = Message.of(NotebookError.noNote)
        return
      }
      if !hasChanges { text = note.content.text }
      loaded = note.content.text
      message = nil
    } catch {
      message = Message.of(error)
    }
  }

  /// Stores the text. Where it cannot be stored, the editor keeps it, and says why.
  package func save() async {
    let typed = text
    do throws(NotebookError) {
      let note = try await notebook.rewrite(id, from: loaded, to: typed)
      if text == typed { text = note.content.text }
      loaded = note.content.text
      message = nil
    } catch {
      message = Message.of(error)
    }
  }
}
