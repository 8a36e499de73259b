package import NotesDomain

/// Decides what becomes of a note that the vault held once, and that a complete snapshot does not have.
package protocol AbsenceRule: Sendable {
  /// Whether the note was lost with the vault's history, rather than deleted from it.
  ///
  /// - Parameters:
  ///   - item: The note as it is known here.
  ///   - forkedAt: After a change of epoch: up to which revision what this device holds is common history.
  func isLost(_ item: SyncItem, forkedAt: Revision?) -> Bool
}

/// What was accepted after the fork is lost, and is brought back; what was accepted before was deleted since.
struct StandardAbsenceRule: AbsenceRule {
  func isLost(_ item: SyncItem, forkedAt: Revision?) -> Bool {
    forkedAt.map { item.revision > $0 } ?? false
  }
}
