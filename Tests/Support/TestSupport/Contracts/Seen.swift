import Synchronization

/// The arguments of a clause's closure.
final class CallRecord: Sendable {
  private let values = Mutex<[[String?]]>([])

  var all: [[String?]] { values.withLock { $0 } }

  func add(_ value: [String?]) {
    values.withLock { $0.append(value) }
  }
}
