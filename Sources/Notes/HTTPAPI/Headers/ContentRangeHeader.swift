package import NotesDomain

/// The range of a body in its blob: `Content-Range: bytes 0-1048575/5000000`, or `bytes */0` for an empty blob.
package struct ContentRangeHeader: Sendable, Hashable {
  package let offset: Int
  /// The number of bytes in the body.
  package let count: Int
  /// The size of the blob, in bytes.
  package let size: Int

  /// Creates the range of a piece; `nil` when a blob of that size has no such piece.
  package init?(_ piece: BlobPiece) {
    self.init(offset: piece.offset, count: piece.bytes.count, size: piece.size)
  }

  /// Creates a range, which is empty for an empty blob only; `nil` when it is outside of the blob, or the blob is too large.
  package init?(offset: Int, count: Int, size: Int) {
    guard 0...BlobPiece.maximumBlobBytes ~= size, 0...size ~= offset, 0...(size - offset) ~= count,
      count > 0 || size == 0
    else { return nil }
    self.offset = offset
    self.count = count
    self.size = size
  }

  /// Parses the value of the field; `nil` for an invalid value.
  package init?(_ text: String) {
    let prefix = "bytes "
    guard text.hasPrefix(prefix), let slash = text.firstIndex(of: "/"),
      let size = DecimalDigits.read(text[text.index(after: slash)...])
    else { return nil }
    let range = text[..<slash].dropFirst(prefix.count)
    if range == "*" {
      guard size == 0 else { return nil }
      self.init(offset: 0, count: 0, size: 0)
    } else {
      guard let ends = ByteRangeHeader.ends(of: range) else { return nil }
      self.init(offset: ends.first, count: ends.last - ends.first + 1, size: Int(size))
    }
  }

  /// The value of the field.
  package var text: String {
    size == 0 ? "bytes */0" : "bytes \(offset)-\(offset + count - 1)/\(size)"
  }

  /// Returns the value of the field in a reply to an unsatisfiable range request, which contains the blob's size only.
  package static func unsatisfied(size: Int) -> String { "bytes */\(size)" }

  /// Parses the value of the field in a reply to an unsatisfiable range request. Returns the size of the blob in bytes;
  /// `nil` for an invalid value.
  package static func size(unsatisfied text: String) -> Int? {
    let prefix = "bytes */"
    guard text.hasPrefix(prefix), let size = DecimalDigits.read(text.dropFirst(prefix.count)),
      size <= BlobPiece.maximumBlobBytes
    else { return nil }
    return Int(size)
  }

  /// Creates the piece of a blob in this range; `nil` when the number of bytes differs.
  package func piece(of digest: BlobDigest, _ bytes: [UInt8]) -> BlobPiece? {
    guard bytes.count == count else { return nil }
    return BlobPiece(digest: digest, size: size, offset: offset, bytes: bytes)
  }
}

/// The requested range of a blob: `Range: bytes=0-1048575`.
///
/// Only a single range with both ends is supported. The reply is shorter when the blob ends before.
package struct ByteRangeHeader: Sendable, Hashable {
  package let offset: Int
  /// The number of bytes, at least one.
  package let count: Int

  /// Creates a range; `nil` when the count is not positive, or the offset is negative.
  package init?(offset: Int, count: Int) {
    guard offset >= 0, count > 0, !offset.addingReportingOverflow(count).overflow else { return nil }
    self.offset = offset
    self.count = count
  }

  /// Parses the value of the field; `nil` for an invalid value.
  package init?(_ text: String) {
    let prefix = "bytes="
    guard text.hasPrefix(prefix), let ends = ByteRangeHeader.ends(of: text.dropFirst(prefix.count)) else { return nil }
    self.init(offset: ends.first, count: ends.last - ends.first + 1)
  }

  /// The value of the field.
  package var text: String { "bytes=\(offset)-\(offset + count - 1)" }

  /// Parses the two numbers of `0-1048575`.
  static func ends(of text: Substring) -> (first: Int, last: Int)? {
    guard let sign = text.firstIndex(of: "-"), let first = DecimalDigits.read(text[..<sign]),
      let last = DecimalDigits.read(text[text.index(after: sign)...]), first <= last
    else { return nil }
    return (Int(first), Int(last))
  }
}
