import NotesNetwork

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

/// What a history is like; a seed decides it.
struct Conditions: Sendable {
  /// How many devices there are at the beginning.
  var devices = 2
  /// How many steps there are.
  var operations = 0
  /// What is wrong with the network.
  var network = NetworkFaults.none
  /// How often a device's program dies, at each transaction.
  var crashes = EventProbability.never
  /// How often the server's program dies.
  var serverCrashes = EventProbability.never
  /// What else goes wrong.
  var faults: Set<Fault> = []
  /// At how many deletions the brake stops; `nil` to leave it to the rule.
  var brake: Int?
  /// Whether two programs may sync one device at once.
  var hasTwoPrograms = false
  /// How often people and other devices do something while a request is under way.
  var interruptions = EventProbability.never

  /// Perfect conditions, for histories that are written down.
  init(devices: Int) {
    self.devices = devices
  }

  /// Draws conditions.
  init(from context: SimulationContext) {
    devices = 2 + context.below(4)
    operations = 20 + context.below(181)
    let loss: [UInt8] = [0, 5, 20, 40]
    let percent = loss[context.below(loss.count)]
    network.loss = Probability(percent: percent)
    network.duplicates = Probability(percent: percent)
    network.reordering = Probability(percent: percent / 4)
    if context.below(4) == 0 { network.truncation = Probability(percent: 3) }
    if context.below(4) == 0 { network.outages = Probability(percent: 5) }
    if context.below(8) == 0 { network.partitions = Probability(percent: 2) }
    network.seed = context.next()
    let deaths: [UInt64] = [0, 2, 10]
    crashes = EventProbability(percent: deaths[context.below(deaths.count)])
    serverCrashes = EventProbability(percent: deaths[context.below(deaths.count)] / 2)
    var candidates: [Fault?] = [.purge, .serverRestore, .deviceRestore, .clone, nil, nil]
    for _ in 0..<3 {
      if let fault = candidates.remove(at: context.below(candidates.count)) { faults.insert(fault) }
    }
    // With tombstones gone as well, the first batch of a forgotten device would be new to the vault in every respect.
    if !faults.contains(.purge), context.below(6) == 0 { faults.insert(.forgetDevices) }
    if context.below(4) == 0 { brake = 1 + context.below(3) }
    hasTwoPrograms = context.below(4) == 0
    interruptions = EventProbability(percent: 15)
  }
}

/// What can go wrong in a history beside networks and crashes.
package enum Fault: Sendable, Hashable, CaseIterable {
  /// The vault forgets tombstones.
  case purge
  /// The vault forgets devices.
  case forgetDevices
  /// The vault is set back to a backup.
  case serverRestore
  /// A device is set back to a backup.
  case deviceRestore
  /// A device's files are copied to another device.
  case clone
}
