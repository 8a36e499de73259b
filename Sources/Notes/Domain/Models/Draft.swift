/// A text under the editor: a file that outlives a crash of everything else.
public struct Draft: Sendable, Hashable {
  /// Where the file lies.
  public let path: String

  /// Creates a draft.
  ///
  /// - Parameter path: Where the file lies.
  public init(path: String) {
    self.path = path
  }
}
