#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A secret in a file, or in a pipe that a program writes it to.
enum SecretFile {
  /// Reads the first line.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The most bytes that the line can need; one byte more is read, and no more than that.
  /// - Returns: The line without its end; `nil` when there is nothing in the file.
  /// - Throws: ``ConsoleError/notRead(reason:)``.
  static func firstLine(of path: String, limit: Int) throws(ConsoleError) -> String? {
    guard let file = fopen(path, "re") else { throw .notRead(reason: String(cString: strerror(errno))) }
    defer { fclose(file) }
    var line = SecretLine()
    for _ in 0...limit {
      let byte = fgetc(file)
      guard line.takeAsIs(byte == EOF ? nil : UInt8(truncatingIfNeeded: byte)) else { break }
    }
    guard ferror(file) == 0 else { throw .notRead(reason: String(cString: strerror(errno))) }
    return line.text
  }
}
