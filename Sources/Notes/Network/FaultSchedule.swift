import NotesDomain

/// The random faults of a network, request by request.
struct FaultSchedule {
  /// The number of batches that the network remembers.
  private static let memory = 8

  let faults: NetworkFaults
  private var random: SplitMix64
  /// The number of requests until a partition ends.
  private var partitioned: UInt32 = 0
  /// The ring of arrived batches, of which each may arrive again.
  private var arrived: [PushBatch] = []
  private var oldest = 0
  /// The delayed batches.
  private var held: [PushBatch] = []

  init(faults: NetworkFaults) {
    self.faults = faults
    random = SplitMix64(seed: faults.seed)
  }

  /// Returns the fault of the next request.
  ///
  /// - Parameter batch: The batch of the request; `nil` for any other request.
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
    if !held.isEmpty, random.next() & 1 == 0 { fault.straggler = held.remove(at: below(held.count)) }
    fault.losesReply = happens(faults.loss)
    if happens(faults.truncation) { fault.cut = random.next() }
    fault.delayOfReply = delay()
    return fault
  }

  private mutating func interruption() -> TransportError? {
    if partitioned > 0 || faults.partitionLength > 0 && happens(faults.partitions) {
      partitioned = (partitioned > 0 ? partitioned : faults.partitionLength) - 1
      return .unreachable(detail: "the network is broken")
    }
    if happens(faults.loss) { return .unreachable(detail: "the request was lost") }
    if happens(faults.rateLimits) { return .rateLimited(retryAfter: .milliseconds(faults.retryAfter)) }
    if happens(faults.outages) {
      return .unavailable(detail: "the server is busy", retryAfter: .milliseconds(faults.retryAfter))
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

  private mutating func delay() -> Duration {
    faults.latency == 0 ? .zero : .milliseconds(below(Int(faults.latency) + 1))
  }

  /// Draws no random number for an impossible event.
  private mutating func happens(_ probability: Probability) -> Bool {
    probability != .never && probability.happens(with: random.next())
  }

  private mutating func below(_ bound: Int) -> Int {
    Int(random.next().multipliedFullWidth(by: UInt64(bound)).high)
  }
}

/// The faults of one request.
struct RequestFault {
  /// The delay of the request.
  var delay = Duration.zero
  /// The error of a request that does not arrive; `nil` when it does.
  var interruption: TransportError?
  /// A batch that arrives again before the request.
  var duplicate: PushBatch?
  /// A delayed batch that arrives after the request.
  var straggler: PushBatch?
  /// Whether the reply is lost.
  var losesReply = false
  /// The offset at which the reply is truncated, modulo its length; `nil` for a complete reply.
  var cut: UInt64?
  /// The delay of the reply.
  var delayOfReply = Duration.zero
}
