import NotesDomain
import WiringMacros

/// An editor that leaves every draft as it is, for places where no program may be started.
@Component(scope: .singleton)
struct UntouchedEditor: ExternalEditor {
  func edit(_ draft: Draft) async throws(EditorError) {}
}
