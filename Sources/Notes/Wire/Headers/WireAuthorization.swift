public import NotesDomain

/// How a request carries its token: `Authorization: Bearer notes_…`.
public enum WireAuthorization {
  private static let scheme = "bearer "

  /// Writes the value of the field.
  ///
  /// - Parameter token: The token.
  public static func encode(_ token: DeviceToken) -> String { "Bearer \(token.text)" }

  /// Reads what ``encode(_:)`` writes.
  ///
  /// - Parameter text: The value of the field.
  /// - Returns: `nil` when it is anything else.
  public static func decode(_ text: String) -> DeviceToken? {
    guard text.prefix(scheme.count).lowercased() == scheme else { return nil }
    return DeviceToken(String(text.dropFirst(scheme.count)))
  }
}
