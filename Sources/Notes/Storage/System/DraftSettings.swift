public import WiringMacros

/// Where drafts are kept.
@Component
public struct DraftSettings: Sendable, Hashable {
  /// The folder of the drafts. It is created when missing, readable by nobody else.
  public var directory: String

  /// Creates settings.
  ///
  /// - Parameter directory: The folder of the drafts.
  public init(directory: String) {
    self.directory = directory
  }
}
