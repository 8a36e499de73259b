/// What became of an attachment that was to be written into a file.
enum WrittenBlob: Sendable, Hashable {
  /// It is there.
  case written
  /// Its bytes are not on this device, or not all of them.
  case missing
  /// Its bytes on this device are not what it consists of any more.
  ///
  /// - Parameter isForgotten: Whether they were thrown away, so that a sync fetches the right ones.
  case damaged(isForgotten: Bool)
}
