import NotesNetwork

/// One event of a history.
package indirect enum Step: Sendable, Hashable {
  /// A user creates, edits or deletes a note.
  case use(device: Int)
  /// A user creates a note.
  case create(device: Int)
  /// A user appends a line to the first note of the history, if it exists.
  case append(device: Int)
  /// A user attaches a file to the first note of the history, if it exists.
  case attach(device: Int)
  /// A user purges the first note of the history, if it exists.
  case delete(device: Int)
  /// A device syncs.
  case sync(device: Int)
  /// A device syncs, and its pushes are lost.
  case syncLosingPushes(device: Int)
  /// A device syncs, and the replies to its pushes are lost.
  case syncLosingReplies(device: Int)
  /// A device syncs, and the network fails after some requests for changes.
  case syncBreakingOff(device: Int, after: Int = 2)
  /// A device syncs, and other steps happen before its first request of a kind reaches the server.
  case syncInterrupted(device: Int, before: RequestKind, by: [Step])
  /// The first batch of a device arrives again.
  case deliverAgain(device: Int)
  /// The vault purges some of its tombstones.
  case purge
  /// The vault purges all its tombstones.
  case purgeAll
  /// The vault forgets inactive devices.
  case forgetDevices
  /// The vault is backed up or, the second time, restored.
  case restoreServer
  /// The files of the vault are replaced by the last backup, without a command of the server.
  case replaceServerFiles
  /// A device is backed up or, the second time, restored.
  case restoreDevice(device: Int)
  /// A device is copied, and both are used.
  case clone(device: Int)
}

/// The kinds of requests of a device.
package enum RequestKind: Sendable, Hashable {
  case push, changes, blob
}

/// Steps that happen before a device's next request of a kind reaches the server.
struct Interlude {
  let device: Int
  let request: RequestKind
  let steps: [Step]
}

/// The parameters of a history, drawn from its seed.
struct Conditions: Sendable {
  /// The number of devices at the beginning.
  var devices = 2
  /// The number of steps.
  var operations = 0
  /// The faults of the network.
  var network = NetworkFaults.none
  /// The probability of a crash of a device, for each transaction.
  var crashes = Probability.never
  /// The probability of a crash of the server, for each transaction.
  var serverCrashes = Probability.never
  /// The other faults.
  var faults: Set<Fault> = []
  /// The number of deletions above which a pull stops; `nil` for the standard rule.
  var brake: Int?
  /// Whether two programs may sync one device at the same time.
  var hasTwoPrograms = false
  /// The probability of an event during a request.
  var interruptions = Probability.never
  /// Whether the notes are about as large as a note may be.
  var isNearLimits = false

  /// Creates conditions without faults, for written histories, which may use two programs on one device.
  init(devices: Int) {
    self.devices = devices
    hasTwoPrograms = true
  }

  /// Draws conditions of a history near the limits of notes, which takes a hundred times as long as another one.
  init(nearLimits context: SimulationContext) {
    devices = 2 + context.below(2)
    operations = 10 + context.below(31)
    network.loss = Probability(percent: UInt8(5 * context.below(3)))
    network.seed = context.next()
    crashes = Probability(percent: UInt8(2 * context.below(2)))
    interruptions = Probability(percent: UInt8(5 * context.below(2)))
    isNearLimits = true
  }

  /// Draws random conditions.
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
    let deaths: [UInt8] = [0, 2, 10]
    crashes = Probability(percent: deaths[context.below(deaths.count)])
    serverCrashes = Probability(percent: deaths[context.below(deaths.count)] / 2)
    var candidates: [Fault?] = [.purge, .serverRestore, .deviceRestore, .clone, nil, nil]
    for _ in 0..<3 {
      if let fault = candidates.remove(at: context.below(candidates.count)) { faults.insert(fault) }
    }
    // Not together with purged tombstones: the first batch of a forgotten device could not be recognized.
    if !faults.contains(.purge), context.below(6) == 0 { faults.insert(.forgetDevices) }
    if context.below(4) == 0 { brake = 1 + context.below(3) }
    hasTwoPrograms = context.below(4) == 0
    let chances: [UInt8] = [2, 5, 20]
    interruptions = Probability(percent: chances[context.below(chances.count)])
  }
}

/// The faults of a history, apart from network faults and crashes.
package enum Fault: Sendable, Hashable, CaseIterable {
  /// The vault purges tombstones.
  case purge
  /// The vault forgets devices.
  case forgetDevices
  /// The vault is restored.
  case serverRestore
  /// A device is restored.
  case deviceRestore
  /// A device's files are copied to another device.
  case clone
}
