import NotesDomain

/// Deals out the faults of a network, request by request.
struct FaultSchedule {
  /// How many batches the network remembers.
  private static let memory = 8

  let faults: NetworkFaults
  private var state: UInt64
  /// How many requests the network stays broken for.
  private var broken: UInt32 = 0
  /// Batches that arrived, of which each may arrive again; in a ring.
  private var arrived: [PushBatch] = []
  private var oldest = 0
  /// Batches that were held up.
  private var held: [PushBatch] = []

  init(faults: NetworkFaults) {
    self.faults = faults
    state = faults.seed
  }

  /// Decides what becomes of the next request.
  ///
  /// - Parameter batch: What the request brings; `nil` when it only asks.
  mutating func next(for batch: PushBatch?) -> RequestFault {
    var fault = RequestFault()
    fault.delay = delay()
    fault.interruption = interruption()
    if fault.interruption == nil, let batch, happens(faults.reordering) {
      hold(batch)
      fault.interruption = .unreachable(detail: "the request is late")
    }
    guard fault.interruption == nil else { return fault }
    if !arrived.isEmpty, happens(faults.duplicates) { fault.duplicate = arrived[below(arrived.count)] }
    if let batch, faults.duplicates != .never { remember(batch) }
    if !held.isEmpty, draw() & 1 == 0 { fault.straggler = held.remove(at: below(held.count)) }
    fault.losesReply = happens(faults.loss)
    if happens(faults.truncation) { fault.cut = draw() }
    fault.delayOfReply = delay()
    return fault
  }

  private mutating func interruption() -> TransportError? {
    if broken > 0 || faults.partitionLength > 0 && happens(faults.partitions) {
      broken = (broken > 0 ? broken : faults.partitionLength) - 1
      return .unreachable(detail: "the network is broken")
    }
    if happens(faults.loss) { return .unreachable(detail: "the request was lost") }
    if happens(faults.rateLimits) { return .rateLimited(retryAfter: Int(faults.retryAfter)) }
    if happens(faults.outages) {
      return .unavailable(detail: "the server is busy", retryAfter: Int(faults.retryAfter))
    }
    return nil
  }

  private mutating func remember(_ batch: PushBatch) {
    if arrived.count < Self.memory {
      arrived.append(batch)
    } else {
      arrived[oldest] = batch
      oldest = (oldest + 1) % Self.memory
    }
  }

  private mutating func hold(_ batch: PushBatch) {
    if held.count == Self.memory { held.removeFirst() }
    held.append(batch)
  }

  private mutating func delay() -> Int {
    faults.latency == 0 ? 0 : below(Int(faults.latency) + 1)
  }

  /// What cannot happen draws nothing, and costs nothing.
  private mutating func happens(_ probability: Probability) -> Bool {
    probability != .never && probability.happens(with: draw())
  }

  private mutating func below(_ bound: Int) -> Int {
    Int(draw().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// SplitMix64 (<https://prng.di.unimi.it/splitmix64.c>).
  private mutating func draw() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// What a network does to one request.
struct RequestFault {
  /// How long the request takes, in milliseconds.
  var delay = 0
  /// Why the request does not arrive; `nil` when it does.
  var interruption: TransportError?
  /// A batch that arrives once more before the request.
  var duplicate: PushBatch?
  /// A batch that was held up, and arrives after the request.
  var straggler: PushBatch?
  /// Whether the answer is lost.
  var losesReply = false
  /// Where the answer is cut off, as a number to take the remainder of; `nil` when it is whole.
  var cut: UInt64?
  /// How long the answer takes, in milliseconds.
  var delayOfReply = 0
}
