/// A place where tasks wait until it opens; who opens it can wait for them to arrive. No clock is involved.
actor Gate {
  private var isOpen = false
  private var arrived = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watching: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  /// Arrives, and waits until the gate opens, whether cancelled or not.
  func pass() async {
    arrived += 1
    for watcher in watching where watcher.count <= arrived { watcher.continuation.resume() }
    watching.removeAll { $0.count <= arrived }
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Waits until so many have arrived.
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
