/// Files outside of the store: those that become attachments, and those that attachments become. None of them is in memory
/// as a whole.
public protocol FileAccess: Sendable {
  /// How many bytes a file has, without reading it.
  ///
  /// - Parameter file: A regular file.
  func size(of file: FilePlace) throws(FileError) -> Int

  /// Reads a file to its end, to know what it is. O(size).
  ///
  /// - Parameter file: A regular file.
  func describe(_ file: FilePlace) throws(FileError) -> FileDescription

  /// Reads some of a file.
  ///
  /// - Parameters:
  ///   - file: A regular file.
  ///   - offset: How many bytes come before.
  ///   - limit: The most bytes to read.
  /// - Returns: Fewer bytes than the limit only at the file's end.
  func read(_ file: FilePlace, from offset: Int, limit: Int) throws(FileError) -> [UInt8]

  /// Begins a file. Nobody sees it before it is finished, and one that is not leaves nothing.
  ///
  /// - Parameters:
  ///   - file: Where it will be. Inside of a folder, the folders on the way to it are made; elsewhere they must be there.
  ///   - replacing: Whether it may take the place of another file.
  func create(_ file: FilePlace, replacing: Bool) throws(FileError) -> any FileWriter
}
