/// One operation in one implementation.
struct Case {
  enum Implementation: String {
    case hand, dictionary, wiring, definitions
  }

  let column: String
  let implementation: Implementation
  /// Does it so many times, and returns a figure that depends on all results, so that nothing can be left out.
  let run: (Int) throws -> Int

  init(_ column: String, _ implementation: Implementation, run: @escaping (Int) throws -> Int) {
    self.column = column
    self.implementation = implementation
    self.run = run
  }
}

/// Repeats an operation, inlined into the case so that the loop adds a few instructions and no call.
@inline(__always)
func repeated(_ count: Int, _ operation: (Int) throws -> Int) rethrows -> Int {
  var sum = 0
  for index in 0..<count { sum &+= try operation(index) }
  return sum
}
