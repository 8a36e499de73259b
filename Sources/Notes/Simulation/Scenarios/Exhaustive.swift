/// Every schedule of a few steps for two devices that share a note.
package struct Exhaustive: Sendable {
  /// What each step can be.
  static let alphabet: [Step] = [
    .append(device: 0), .append(device: 1), .delete(device: 0), .delete(device: 1), .sync(device: 0), .sync(device: 1),
    .syncLosingReplies(device: 0), .syncLosingReplies(device: 1), .syncLosingPushes(device: 0), .purgeAll,
    .deliverAgain(device: 0),
  ]

  /// How many steps a schedule has.
  package let length: Int

  /// Creates the set of schedules.
  ///
  /// - Parameter length: How many steps each has.
  package init(length: Int) {
    self.length = length
  }

  /// How many schedules there are.
  package var count: UInt64 {
    (0..<length).reduce(1) { count, _ in count * UInt64(Self.alphabet.count) }
  }

  /// The schedule with a number, after the steps with which all begin: both devices have the note.
  package func schedule(_ number: UInt64) -> [Step] {
    var rest = number
    var steps: [Step] = [.create(device: 0), .sync(device: 0), .sync(device: 1)]
    for _ in 0..<length {
      steps.append(Self.alphabet[Int(rest % UInt64(Self.alphabet.count))])
      rest /= UInt64(Self.alphabet.count)
    }
    return steps
  }
}
