import NotesDomain

extension StoreObserver {
  /// Runs a load now, and again after each change of a part of the store, until the task is cancelled or the load throws.
  ///
  /// - Parameter load: What reads the store and shows it. A task that was cancelled runs no further load: it would be the latest
  ///   request of a screen that is gone.
  @MainActor
  func follow(_ part: StoreChange, _ load: () async throws -> Void) async rethrows {
    // Asked for before the first load, so that no change is between the two.
    let changes = changes()
    guard !Task.isCancelled else { return }
    try await load()
    for await change in changes where !change.isDisjoint(with: part) {
      guard !Task.isCancelled else { return }
      try await load()
    }
  }
}
