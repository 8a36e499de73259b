import NotesDomain
import NotesHosting
import Synchronization

/// A service that is set after its users are created.
final class ServiceBox: Sendable {
  private let content = Mutex<(any AccountService)?>(nil)

  var service: (any AccountService)? {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }
}
