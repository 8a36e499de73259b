import NotesDomain

/// Where a device stood when it was last looked at.
struct Standing: Sendable {
  /// What a device was, to be put back.
  struct Backup: Sendable {
    let store: DeviceStorage
    let token: Int
    let conflicts: Int
  }

  var epoch: Epoch?
  var cursor = Revision.none
  var conflicts = 0
  var backup: Backup?
}
