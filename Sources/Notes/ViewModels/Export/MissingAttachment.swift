/// An attachment that an export left out, since its bytes are not on this device, or not as they were.
public struct MissingAttachment: Sendable, Hashable {
  /// The path of the note's file inside the folder.
  public let note: String
  /// The attachment's name.
  public let name: String
  /// Whether its bytes are on this device, and are not what they were.
  public let isDamaged: Bool

  /// Creates a record of what was left out.
  ///
  /// - Parameters:
  ///   - note: The path of the note's file inside the folder.
  ///   - name: The attachment's name.
  ///   - isDamaged: Whether its bytes are on this device, and are not what they were.
  public init(note: String, name: String, isDamaged: Bool = false) {
    self.note = note
    self.name = name
    self.isDamaged = isDamaged
  }
}
