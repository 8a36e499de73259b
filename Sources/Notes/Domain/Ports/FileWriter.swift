/// A file that is being written; only its owner may read it. Letting go of it discards what was written.
public protocol FileWriter: AnyObject, Sendable {
  /// Adds bytes at the end.
  ///
  /// - Parameter bytes: The bytes.
  func append(_ bytes: [UInt8]) throws(FileError)

  /// Puts the file in its place, whole, if what was written is what it should be; otherwise discards it.
  ///
  /// - Parameter digest: What it should be.
  /// - Returns: Whether it is.
  func finish(as digest: BlobDigest) throws(FileError) -> Bool
}
