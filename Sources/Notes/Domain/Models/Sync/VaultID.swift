/// The name of a vault: the notes that the devices of one person share.
public struct VaultID: Sendable, Hashable {
  /// The vault of those who have only one.
  public static let main = VaultID(unchecked: "main")

  /// The name.
  public let name: String

  /// Reads a name.
  ///
  /// - Parameter text: 1 to 64 lower-case letters, digits and hyphens, as they can stand in a URL.
  /// - Returns: `nil` when the text is anything else.
  public init?(_ text: String) {
    let isName = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
      default: false
      }
    }
    guard isName, 1...64 ~= text.utf8.count else { return nil }
    name = text
  }

  /// Draws the name of a new vault, which nobody can guess.
  ///
  /// - Parameter randomness: Where the bits come from.
  public init(drawnFrom randomness: any Randomness) {
    name = DeviceID(drawnFrom: randomness).description
  }

  private init(unchecked name: String) {
    self.name = name
  }
}
