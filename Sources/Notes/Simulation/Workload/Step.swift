/// One thing that happens in a history.
package enum Step: Sendable, Hashable {
  /// A person writes a note, or changes or deletes one.
  case use(device: Int)
  /// A person writes a note.
  case create(device: Int)
  /// A person appends a line to the first note of the history, when it is there.
  case append(device: Int)
  /// A person deletes the first note of the history for good, when it is there.
  case delete(device: Int)
  /// A device syncs.
  case sync(device: Int)
  /// A device syncs, and its pushes get lost.
  case syncLosingPushes(device: Int)
  /// A device syncs, and the answers to its pushes get lost.
  case syncLosingReplies(device: Int)
  /// A device syncs, and the network ends after two questions for changes.
  case syncBreakingOff(device: Int)
  /// The first batch of a device arrives once more.
  case deliverAgain(device: Int)
  /// The vault forgets some of its tombstones.
  case purge
  /// The vault forgets all of its tombstones.
  case purgeAll
  /// The vault forgets the devices that it has not heard of for some time.
  case forgetDevices
  /// The vault is backed up or, the second time, set back to its backup.
  case restoreServer
  /// The files of the vault are put back to the last backup, and nobody tells the server.
  case replaceServerFiles
  /// A device is backed up or, the second time, set back to its backup.
  case restoreDevice(device: Int)
  /// A device is copied, and both go on.
  case clone(device: Int)
}
