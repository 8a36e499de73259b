import NotesDomain

/// Reports changes of the notes to the pages that are open, whichever program makes them, and those of the sync in the
/// background.
struct LiveChanges: Sendable {
  let watch: any ChangeWatch
  let sync: BackgroundSync

  /// The time after which a page without news gets an empty line, so that an ended connection is noticed.
  private static let silence = Duration.seconds(15)

  /// Returns the events as text in the form that browsers read
  /// (<https://html.spec.whatwg.org/multipage/server-sent-events.html>), until the page closes.
  func events() -> AsyncStream<String> {
    AsyncStream { continuation in
      let task = Task {
        continuation.yield("retry: 1000\n\n")
        var mark = await watch.marker()
        while !Task.isCancelled {
          do {
            let change = try await watch.waitForChange(on: [.device], since: mark, timeout: Self.silence)
            mark = await watch.marker()
            continuation.yield(change == nil ? ":\n\n" : "event: change\ndata: notes\n\n")
          } catch { break }
        }
        continuation.finish()
      }
      let syncing = Task {
        for await _ in await sync.changes() { continuation.yield("event: change\ndata: sync\n\n") }
      }
      continuation.onTermination = { _ in
        task.cancel()
        syncing.cancel()
      }
    }
  }
}
