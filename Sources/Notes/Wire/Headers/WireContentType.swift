/// What a body is.
public enum WireContentType: String, Sendable, Hashable {
  /// A message of ``WireFormat``.
  case json = "application/json"
  /// Bytes of a blob.
  case bytes = "application/octet-stream"

  /// Reads the value of `Content-Type`, whose parameters are passed over: the bodies here are what they are.
  ///
  /// - Parameter text: The value.
  /// - Returns: `nil` for a type that no body of the protocol has.
  public init?(_ text: String) {
    let type = text.prefix { $0 != ";" }
    let trimmed = type.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed()
    self.init(rawValue: String(trimmed).lowercased())
  }
}
