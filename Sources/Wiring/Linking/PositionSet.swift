/// A set of positions, made once and asked often.
final class PositionSet: Sendable {
  private let members: [Bool]

  init(_ members: [Bool]) {
    self.members = members
  }

  func contains(_ position: Int) -> Bool {
    position >= 0 && members[position]
  }
}
