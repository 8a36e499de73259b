import NotesDomain

/// Compare and swap: a change is taken when nobody else changed the item since the version that it changes.
struct StandardAcceptanceRule: AcceptanceRule {
  let settings: ServerSettings

  func objection(to change: PushChange, current: VaultItemVersion?, notes: Int?) -> PushResult? {
    let revision = current?.revision ?? .none
    let isDeleted = current?.isTombstone ?? false
    // First, since a change that does not fit may come again as another, smaller one.
    guard change.base == revision else { return .conflict(revision: revision, isDeleted: isDeleted) }
    guard let payload = change.payload else { return nil }
    guard payload.count <= settings.maximumItemBytes else { return .refused(.tooLarge) }
    if let notes, let maximum = settings.maximumNotes, current == nil || isDeleted, notes >= maximum {
      return .refused(.overQuota)
    }
    return nil
  }
}
