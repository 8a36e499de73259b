extension Sequence {
  /// Returns the elements in order; equal ones remain in theirs.
  ///
  /// Within this module, it takes the place of the standard library's function, which the compiler specializes for each call, at
  /// 5 kB of code or more. The lists of a plan are short, and most of them are sorted for a message.
  func sorted(by precedes: (Element, Element) -> Bool) -> [Element] {
    let elements = Array(self)
    return sortedPositions(elements.count) { precedes(elements[$0], elements[$1]) }.map { elements[$0] }
  }
}

extension Sequence where Element: Comparable {
  /// Returns the elements in ascending order.
  func sorted() -> [Element] { sorted { $0 < $1 } }
}

/// Returns the positions of elements in order.
@inline(never)
private func sortedPositions(_ count: Int, by precedes: (Int, Int) -> Bool) -> [Int] {
  var positions = Array(0..<count)
  // A closure that might escape is not specialized either.
  withoutActuallyEscaping(precedes) { positions.sort(by: $0) }
  return positions
}
