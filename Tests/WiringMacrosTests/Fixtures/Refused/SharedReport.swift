import WiringMacros

// A requirement that no proxy can forward is reported once, by the first attribute.

@Spied @LazyProxy @Intercepted
protocol Two {
  static func make() -> Int  // ←
  func fine()
  mutating func advance()  // ←
}

@Intercepted @Spied
protocol One {
  func each(_ body: () throws -> Void) rethrows  // ←
}
