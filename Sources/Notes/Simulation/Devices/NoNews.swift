import NotesDomain

/// No vault ever tells a device of a world that something changed: who wants to know asks.
struct NoNews: ChangeListener {
  func listen(_ request: WatchRequest) async throws(TransportError) -> WatchReply { .quiet }
}
