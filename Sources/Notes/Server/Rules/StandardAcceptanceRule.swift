import NotesDomain

/// Compare and swap: a change is taken when nobody else changed the item since the version that it changes, there is room for
/// it, and the vault holds what it refers to.
struct StandardAcceptanceRule: AcceptanceRule {
  let settings: ServerSettings

  func objection(to change: PushChange, in circumstances: Circumstances) -> PushResult? {
    let current = circumstances.current
    let revision = current?.revision ?? .none
    let isDeleted = current?.isTombstone ?? false
    // First, since a change that does not fit may come again as another, smaller one.
    guard change.base == revision else { return .conflict(revision: revision, isDeleted: isDeleted) }
    guard let payload = change.payload else { return nil }
    guard payload.count <= settings.maximumItemBytes else { return .refused(.tooLarge) }
    if let size = circumstances.size, exceedsQuota(size, by: payload.count, over: current) {
      return .refused(.overQuota)
    }
    return circumstances.holdsBlobs ? nil : .refused(.missingBlob)
  }

  /// What makes a vault smaller is taken however full it is.
  private func exceedsQuota(_ size: VaultSize, by bytes: Int, over current: VaultItemVersion?) -> Bool {
    if let maximum = settings.maximumNotes, current?.isTombstone ?? true, size.notes >= maximum { return true }
    let growth = bytes - (current?.payloadBytes ?? 0)
    guard let maximum = settings.maximumVaultBytes, growth > 0 else { return false }
    return size.bytes + growth > maximum
  }
}
