import NotesDomain
import NotesSync

/// Asks for one to five items at a time, so that a pull has several pages.
struct SmallRequests: RequestRule {
  let inner: any RequestRule
  let scene: Scene

  func request(_ state: SyncState, limit: Int) -> ChangesRequest {
    inner.request(state, limit: 1 + scene.below(5))
  }
}
