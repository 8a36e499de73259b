/// What one command, or one sync, changed: what can be taken back together.
public struct ChangeSet: Sendable, Hashable, Identifiable {
  /// Who made the changes.
  public enum Kind: Sendable, Hashable {
    /// A person.
    case local
    /// An import.
    case imported
    /// A sync: the changes come from another device.
    case sync
    /// Somebody who took another set of changes back.
    case undo(of: Int)
  }

  /// Its number: the later, the higher.
  public let id: Int
  /// When it was made.
  public let made: Timestamp
  /// Who made the changes.
  public let kind: Kind
  /// How many notes it changed.
  public let count: Int
  /// Some of the changes, for people to recognize it: at most three.
  public let examples: [NoteChange]
  /// The number of the set that took it back; `nil` when none did.
  public let undoneBy: Int?

  /// Creates a set.
  ///
  /// - Parameters:
  ///   - id: Its number.
  ///   - made: When it was made.
  ///   - kind: Who made the changes.
  ///   - count: How many notes it changed.
  ///   - examples: Some of the changes.
  ///   - undoneBy: The number of the set that took it back.
  public init(id: Int, made: Timestamp, kind: Kind, count: Int, examples: [NoteChange], undoneBy: Int? = nil) {
    self.id = id
    self.made = made
    self.kind = kind
    self.count = count
    self.examples = examples
    self.undoneBy = undoneBy
  }
}
