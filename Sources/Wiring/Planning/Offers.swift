/// What definitions and components offer to whoever asks for more than their own keys.
struct Offers {
  /// The positions of definitions and components.
  var positions: [Int] = []
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
