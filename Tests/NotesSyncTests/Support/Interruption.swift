import Synchronization

/// A function that runs once, during a request.
final class Interruption: Sendable {
  private let function = Mutex<(@Sendable () async -> Void)?>(nil)

  var next: (@Sendable () async -> Void)? {
    get { function.withLock { $0 } }
    set { function.withLock { $0 = newValue } }
  }

  func run() async {
    let function = function.withLock { function in
      defer { function = nil }
      return function
    }
    await function?()
  }
}
