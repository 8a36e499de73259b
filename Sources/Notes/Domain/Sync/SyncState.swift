/// Where a device stands with its vault.
package struct SyncState: Sendable, Hashable {
  /// The name under which this device numbers its batches.
  package var device: DeviceID
  /// The number of the next batch.
  package var nextBatch = 1
  /// The epoch that this device knows; `nil` before it has heard from a vault.
  package var epoch: Epoch?
  /// The revision up to which this device knows everything.
  package var cursor = Revision.none
  /// While a vault is read for the first time: the head at its first page, below which deletions need not be known.
  package var floor: Revision?
  /// The snapshot under way, if there is one.
  package var snapshot: SyncSnapshot?
  /// After a change of epoch, until the snapshot is complete: up to which revision what this device holds is common history.
  package var forkedAt: Revision?
  /// How many notes the pull under way has deleted here.
  package var deletions = 0
  /// A pull that would delete so much that a person must decide; `nil` when there is none.
  package var brake: DeletionGuard?
  /// When a sync last came to its end; for people to read, nothing is decided by it.
  package var lastSuccess: Timestamp?

  /// Creates the state of a device that has never heard from a vault.
  ///
  /// - Parameter device: The name under which it numbers its batches.
  package init(device: DeviceID) {
    self.device = device
  }
}

/// How far a snapshot is: a reading of a whole vault, which takes effect when it is complete.
package struct SyncSnapshot: Sendable, Hashable {
  /// The revision up to which it was read.
  package var after: Revision
  /// The vault's head at the first page; `nil` before that.
  package var floor: Revision?

  /// Creates the state of a snapshot.
  ///
  /// - Parameters:
  ///   - after: The revision up to which it was read.
  ///   - floor: The vault's head at the first page.
  package init(after: Revision = .none, floor: Revision? = nil) {
    self.after = after
    self.floor = floor
  }
}

/// A pull that stopped since it would delete more notes here than a person is likely to have meant.
package struct DeletionGuard: Sendable, Hashable {
  /// How many notes it would delete, as far as it was read.
  package let deletions: Int
  /// How many notes there are here.
  package let notes: Int

  /// Creates a brake.
  ///
  /// - Parameters:
  ///   - deletions: How many notes the pull would delete.
  ///   - notes: How many notes there are here.
  package init(deletions: Int, notes: Int) {
    self.deletions = deletions
    self.notes = notes
  }
}

/// A note as sync sees it on this device: what the vault holds, as far as known here, and what stands here.
///
/// | state | how it shows |
/// |---|---|
/// | clean | ``base`` and ``local`` are the same |
/// | dirty | they differ |
/// | to be deleted | ``base`` is there, ``local`` is not |
/// | blocked | ``block`` is there |
package struct SyncItem: Sendable, Hashable {
  /// The revision of ``base``; ``Revision/none`` when the vault holds no version.
  package var revision: Revision
  /// The vault's version, as last seen; `nil` when it holds none, or a tombstone.
  package var base: Note?
  /// The version of this device; `nil` when the note was deleted here.
  package var local: Note?
  /// Why the note is left out of sync; `nil` when it is not.
  package var block: SyncBlock?

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - revision: The revision of the vault's version.
  ///   - base: The vault's version, as last seen.
  ///   - local: The version of this device.
  ///   - block: Why the note is left out of sync.
  package init(revision: Revision, base: Note?, local: Note?, block: SyncBlock? = nil) {
    self.revision = revision
    self.base = base
    self.local = local
    self.block = block
  }

  /// Whether this device has something to tell.
  package var isDirty: Bool { base != local }
}

/// Why a note is left out of sync, while all others go on.
package enum SyncBlock: Sendable, Hashable {
  /// The vault refused the note as it is; an edit of it ends the block.
  case refused(PushRefusal)
  /// The vault holds a version that this program cannot read; a newer program, or a newer version, ends the block.
  case unreadable
}
