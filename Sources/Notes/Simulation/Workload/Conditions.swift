import NotesNetwork

/// What a history is like; a seed decides it.
struct Conditions: Sendable {
  /// How many devices there are at the beginning.
  var devices = 2
  /// How many steps there are.
  var operations = 0
  /// What is wrong with the network.
  var network = NetworkFaults.none
  /// How often a device's program dies, at each transaction.
  var crashes = Odds.never
  /// How often the server's program dies.
  var serverCrashes = Odds.never
  /// What else goes wrong.
  var faults: Set<Fault> = []
  /// At how many deletions the brake stops; `nil` to leave it to the rule.
  var brake: Int?
  /// Whether two programs may sync one device at once.
  var hasTwoPrograms = false
  /// How often people and other devices do something while a request is under way.
  var interruptions = Odds.never

  /// Perfect conditions, for histories that are written down.
  init(devices: Int) {
    self.devices = devices
  }

  /// Draws conditions.
  init(from scene: Scene) {
    devices = 2 + scene.below(4)
    operations = 20 + scene.below(181)
    let loss: [UInt8] = [0, 5, 20, 40]
    let percent = loss[scene.below(loss.count)]
    network.loss = Probability(percent: percent)
    network.duplicates = Probability(percent: percent)
    network.reordering = Probability(percent: percent / 4)
    if scene.below(4) == 0 { network.truncation = Probability(percent: 3) }
    if scene.below(4) == 0 { network.outages = Probability(percent: 5) }
    if scene.below(8) == 0 { network.partitions = Probability(percent: 2) }
    network.seed = scene.next()
    let deaths: [UInt64] = [0, 2, 10]
    crashes = Odds(percent: deaths[scene.below(deaths.count)])
    serverCrashes = Odds(percent: deaths[scene.below(deaths.count)] / 2)
    var candidates: [Fault?] = [.purge, .serverRestore, .deviceRestore, .clone, nil, nil]
    for _ in 0..<3 {
      if let fault = candidates.remove(at: scene.below(candidates.count)) { faults.insert(fault) }
    }
    // With tombstones gone as well, the first batch of a forgotten device would be new to the vault in every respect.
    if !faults.contains(.purge), scene.below(6) == 0 { faults.insert(.forgetDevices) }
    if scene.below(4) == 0 { brake = 1 + scene.below(3) }
    hasTwoPrograms = scene.below(4) == 0
    interruptions = Odds(percent: 15)
  }
}
