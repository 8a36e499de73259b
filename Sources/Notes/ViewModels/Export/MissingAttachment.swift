/// An attachment that an export left out, since its bytes are not on this device.
public struct MissingAttachment: Sendable, Hashable {
  /// The path of the note's file inside the folder.
  public let note: String
  /// The attachment's name.
  public let name: String

  /// Creates a record of what was left out.
  ///
  /// - Parameters:
  ///   - note: The path of the note's file inside the folder.
  ///   - name: The attachment's name.
  public init(note: String, name: String) {
    self.note = note
    self.name = name
  }
}
