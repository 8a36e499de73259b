/// Why a vault does not take one change. The others of the batch are not touched by it.
public struct Refusal: Sendable, Hashable {
  /// The item is larger than the vault allows.
  public static let tooLarge = Refusal(code: "too_large")
  /// The vault is full.
  public static let overQuota = Refusal(code: "over_quota")
  /// The vault does not hold a blob that the item refers to.
  public static let missingBlob = Refusal(code: "missing_blob")

  /// The reason, as it goes over the wire; a device may meet one that it does not know.
  public let code: String

  /// Creates a refusal.
  ///
  /// - Parameter code: The reason, in lower-case letters and underscores.
  public init(code: String) {
    self.code = code
  }
}
