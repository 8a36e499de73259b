public import WiringMacros

/// What is wrong with a network that is only played.
///
/// Which request meets which fault follows from ``seed`` alone, and from what was asked before: the same run can be had
/// again.
@Component
public struct NetworkFaults: Sendable, Hashable {
  /// A network without faults.
  public static let none = NetworkFaults()

  /// A network that is bad enough to watch, and good enough to get through.
  public static let demo: NetworkFaults = {
    var faults = NetworkFaults()
    faults.latency = 60
    faults.loss = Probability(percent: 15)
    faults.duplicates = Probability(percent: 10)
    faults.reordering = Probability(percent: 5)
    faults.truncation = Probability(percent: 5)
    faults.rateLimits = Probability(percent: 5)
    return faults
  }()

  /// Where the faults begin: another seed is another run of bad luck.
  public var seed: UInt64 = 1
  /// The longest time that a request takes on its way, and its answer on the way back, in milliseconds.
  public var latency: UInt32 = 0
  /// How likely a request is to be lost, and as likely its answer.
  public var loss = Probability.never
  /// How likely an earlier batch, one of the last eight, arrives once more before the present request.
  public var duplicates = Probability.never
  /// How likely a batch is held up, so that it arrives after a later request; nobody hears its answer.
  public var reordering = Probability.never
  /// How likely an answer is cut off.
  public var truncation = Probability.never
  /// How likely the network breaks, so that this request is lost and those that follow.
  public var partitions = Probability.never
  /// How many requests are lost when the network breaks.
  public var partitionLength: UInt32 = 5
  /// How likely the other side asks for fewer requests.
  public var rateLimits = Probability.never
  /// How likely the other side says that it cannot serve right now.
  public var outages = Probability.never
  /// How long the other side then asks to wait, in milliseconds.
  public var retryAfter: UInt32 = 20

  /// Creates a network without faults.
  public init() {}
}
