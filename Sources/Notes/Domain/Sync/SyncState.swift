/// The state of a device's synchronization with its vault.
package struct SyncState: Sendable, Hashable {
  /// The identifier under which this device numbers its batches.
  package var device: DeviceID
  package var nextBatch = 1
  /// The known epoch; `nil` before the first reply of a vault.
  package var epoch: Epoch?
  /// The revision up to which this device knows all changes.
  package var cursor = Revision.none
  /// During the first read of a vault: the head at its first page, below which deletions are irrelevant.
  package var floor: Revision?
  package var snapshot: SyncSnapshot?
  /// After a change of epoch, until the snapshot is complete: the revision up to which this device's items are common
  /// history.
  package var forkedAt: Revision?
  /// The number of notes that the pull in progress has deleted here.
  package var deletions = 0
  /// The pull that waits for a person's decision about its deletions.
  package var deletionBrake: DeletionBrake?
  /// The time at which a sync last completed. Shown to people only; no decision depends on it.
  package var lastSuccess: Timestamp?

  package init(device: DeviceID) {
    self.device = device
  }
}

/// The progress of a snapshot: a read of a whole vault, which takes effect when it is complete.
package struct SyncSnapshot: Sendable, Hashable {
  /// The revision up to which the vault was read.
  package var after: Revision
  /// The vault's head at the first page; `nil` before that.
  package var floor: Revision?

  package init(after: Revision = .none, floor: Revision? = nil) {
    self.after = after
    self.floor = floor
  }
}

/// A pull that was stopped because it would delete more notes here than a person is likely to have meant.
package struct DeletionBrake: Sendable, Hashable {
  /// The number of deletions, in the pages that were read.
  package let deletions: Int
  package let notes: Int

  package init(deletions: Int, notes: Int) {
    self.deletions = deletions
    self.notes = notes
  }
}

/// The synchronization state of a note: the vault's version as last seen, and the version of this device.
///
/// | state | condition |
/// |---|---|
/// | clean | ``base`` and ``local`` are equal |
/// | dirty | they differ |
/// | deleted here | ``base`` exists, ``local`` does not |
/// | blocked | ``block`` exists |
package struct SyncItem: Sendable, Hashable {
  /// The revision of ``base``; ``Revision/none`` when the vault holds no version.
  package var revision: Revision
  /// The vault's version as last seen; `nil` for none or a tombstone.
  package var base: Note?
  /// The version of this device; `nil` when the note was deleted here.
  package var local: Note?
  /// The reason why the note is excluded from sync; `nil` when it is not.
  package var block: SyncBlock?

  package init(revision: Revision, base: Note?, local: Note?, block: SyncBlock? = nil) {
    self.revision = revision
    self.base = base
    self.local = local
    self.block = block
  }

  /// Whether this device has a change to push.
  package var isDirty: Bool { base != local }
}

/// The reason why a note is excluded from sync. Other notes are not affected.
package enum SyncBlock: Sendable, Hashable {
  /// The vault refused the note. An edit of the note removes the block.
  case refused(PushRefusal)
  /// This program cannot decode the vault's version. A newer program or a newer version removes the block.
  case unreadable
}
