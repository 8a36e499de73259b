import NotesDomain

/// Reports changes of the notes to the pages that are open, whichever program makes them, and those of the sync in the
/// background. All pages share one observation of the store.
struct LiveChanges: Sendable {
  let observer: any StoreObserver
  let sync: BackgroundSync
  let clock: any Clock<Duration>

  /// The time after which a page gets an empty line, so that an ended connection is noticed.
  private static let silence = Duration.seconds(15)

  /// Returns the events as text in the form that browsers read
  /// (<https://html.spec.whatwg.org/multipage/server-sent-events.html>), until the page closes.
  func events() -> AsyncStream<String> {
    let changes = observer.changes()
    return AsyncStream { continuation in
      let task = Task { [clock, sync] in
        continuation.yield("retry: 1000\n\n")
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            for await change in changes where change.contains(.notes) {
              continuation.yield("event: change\ndata: notes\n\n")
            }
          }
          group.addTask {
            for await _ in await sync.changes() { continuation.yield("event: change\ndata: sync\n\n") }
          }
          group.addTask {
            while (try? await clock.sleep(for: Self.silence)) != nil { continuation.yield(":\n\n") }
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
