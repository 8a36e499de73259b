/// What definitions and components offer to whoever asks for more than their own keys.
struct Offers {
  /// The positions of definitions and components.
  private(set) var positions: [Int] = []
  /// By name and qualifier those that answer to it.
  private var named: [String: [Int]] = [:]
  /// Those that answer to whoever asks without a qualifier.
  private var unqualified: [Int] = []
  /// By qualifier what was given under that name.
  let sources: [String: DefinitionValue]
  let reader: ValueReader
  let conformances = Conformances()
  private let registry: ComponentRegistry
  private var knownStandIns: [StandIn]?

  init(_ context: Definitions, sources: [String: DefinitionValue]) {
    self.sources = sources
    reader = ValueReader(context.conversions)
    registry = context.registry
  }

  /// Adds what a declaration offers; each comes once.
  mutating func add(_ offer: Offer, at position: Int) {
    positions.append(position)
    if offer.isForAnybody { unqualified.append(position) }
    for name in offer.names { named[name, default: []].append(position) }
    if let qualifier = offer.qualifier, !offer.names.contains(qualifier) {
      named[qualifier, default: []].append(position)
    }
  }

  /// Those that a consumer who asks with a qualifier, or without one, can mean.
  func answering(to qualifier: String?) -> [Int] {
    qualifier.map { named[$0] ?? [] } ?? unqualified
  }

  /// Whether there is anything at all.
  var isInUse: Bool { !positions.isEmpty || !sources.isEmpty }

  /// The stand-in of a protocol.
  mutating func standIn(for type: any Any.Type) -> StandIn? {
    standIns().first { $0.interface == type }
  }

  /// All stand-ins, read once.
  mutating func standIns() -> [StandIn] {
    let known = knownStandIns ?? registry.standIns
    knownStandIns = known
    return known
  }
}
