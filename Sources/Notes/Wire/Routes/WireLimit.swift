/// How much of anything is read: what is longer is refused before it is understood.
public enum WireLimit {
  /// The most bytes of a path.
  public static let path = 512
  /// The most bytes of a query.
  public static let query = 1024
  /// The most bytes of the body of a request to sign in.
  public static let signIn = 8192
  /// The most bytes of the body of a batch: what a vault takes at once, as Base64, with names and numbers around it.
  public static let push = 32_000_000
  /// The most bytes of a page, and of the answer to a batch.
  public static let reply = 32_000_000
  /// The most bytes of any other message: a list of devices, an error.
  public static let message = 1_000_000
  /// The most values of JSON in a message: a full page has a third of it.
  static let values = 20_000
  /// The most values of JSON in a batch, which also names each blob that a note refers to.
  static let pushValues = 500_000
  /// The most bytes of an error's detail.
  static let detail = 500
}
