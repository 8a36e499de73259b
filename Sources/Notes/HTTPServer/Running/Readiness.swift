import NotesDomain

/// Whether the server can serve: the store answers, and nobody has told it to stop.
struct Readiness: Sendable {
  let vaults: any VaultAdministration
  let shutdown: Shutdown

  func isReady() async -> Bool {
    if shutdown.hasBegun { return false }
    // The cheapest question there is: how much is in a vault that need not be there.
    return (try? await vaults.size(of: .main)) != nil
  }
}
