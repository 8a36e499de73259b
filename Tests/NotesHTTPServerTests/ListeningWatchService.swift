import NotesDomain
import NotesHosting

@testable import NotesHTTPServer

/// A service that tells when its node listens to the others: then it may have missed messages so far, and looks for changes
/// in all vaults.
struct ListeningWatchService: WatchService {
  let inner: any WatchService
  let isListening: OneShotEvent

  func watch(_ request: WatchRequest, in vault: VaultID) async throws(ServiceError) -> WatchReply {
    try await inner.watch(request, in: vault)
  }

  func wake(_ vault: VaultID?) {
    inner.wake(vault)
    if vault == nil { isListening.fire() }
  }
}

extension OneShotEvent {
  /// Waits until the event has fired.
  func wait() async {
    await withCheckedContinuation { continuation in _ = addListener { continuation.resume() } }
  }
}
