import NotesDomain
import Synchronization

/// A service that is known only after what needs it was made.
final class ServiceBox: Sendable {
  private let content = Mutex<(any AccountService)?>(nil)

  var service: (any AccountService)? {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }
}
