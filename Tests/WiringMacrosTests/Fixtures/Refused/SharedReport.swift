import WiringMacros

// What no stand-in can forward is said once, whichever attributes there are.

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
