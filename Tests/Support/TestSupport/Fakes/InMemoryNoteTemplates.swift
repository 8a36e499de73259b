package import NotesDomain
import Synchronization

/// Templates in memory.
///
/// ```swift
/// fakes.templates.texts["meeting"] = "# {{title}}"
/// ```
package final class InMemoryNoteTemplates: NoteTemplateStore {
  private let contents = Mutex<[String: String]>([:])

  package init() {}

  /// The texts of the templates by name.
  package var texts: [String: String] {
    get { contents.withLock { $0 } }
    set { contents.withLock { $0 = newValue } }
  }

  package func template(named name: String) -> NoteTemplate? {
    guard NoteTemplate.isName(name) else { return nil }
    return texts[name].map { NoteTemplate(path: "/templates/\(name).md", text: $0) }
  }

  package func names() -> [String] { texts.keys.sorted() }
}
