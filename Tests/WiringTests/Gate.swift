/// A gate at which tasks wait until it opens. The test can wait for their arrival, without a clock.
actor Gate {
  private var isOpen = false
  private var arrived = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watching: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  /// Arrives, and waits until the gate opens, even when the task is cancelled.
  func pass() async {
    arrived += 1
    for watcher in watching where watcher.count <= arrived { watcher.continuation.resume() }
    watching.removeAll { $0.count <= arrived }
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Waits until a number of tasks have arrived.
  func arrivals(_ count: Int = 1) async {
    if arrived >= count { return }
    await withCheckedContinuation { watching.append((count, $0)) }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

extension Duration {
  /// The limit of a hook that waits for a gate: the test opens it, however slow the machine is.
  static let untilOpened = Duration.seconds(3600)
}
