package import NotesDomain

/// The place of a body in its blob: `Content-Range: bytes 0-1048575/5000000`, and `bytes */0` for a blob without a byte.
package struct ContentRangeHeader: Sendable, Hashable {
  /// How many bytes come before the body.
  package let offset: Int
  /// How many bytes the body has.
  package let count: Int
  /// How many bytes the blob has.
  package let size: Int

  /// Creates the place of a piece.
  ///
  /// - Parameter piece: The piece, which is not empty unless its blob is.
  /// - Returns: `nil` when a blob of that size has no such piece.
  package init?(_ piece: BlobPiece) {
    self.init(offset: piece.offset, count: piece.bytes.count, size: piece.size)
  }

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - offset: How many bytes come before the body.
  ///   - count: How many bytes the body has; none only when the blob has none.
  ///   - size: How many bytes the blob has.
  /// - Returns: `nil` when a blob of that size has no such place, or no blob can be so large.
  package init?(offset: Int, count: Int, size: Int) {
    guard 0...BlobPiece.maximumBlobBytes ~= size, 0...size ~= offset, 0...(size - offset) ~= count, count > 0 || size == 0
    else { return nil }
    self.offset = offset
    self.count = count
    self.size = size
  }

  /// Reads what ``text`` writes.
  ///
  /// - Parameter text: The value of the field.
  /// - Returns: `nil` when it is anything else.
  package init?(_ text: String) {
    let prefix = "bytes "
    guard text.hasPrefix(prefix), let slash = text.firstIndex(of: "/"),
      let size = DecimalDigits.read(text[text.index(after: slash)...])
    else { return nil }
    let place = text[..<slash].dropFirst(prefix.count)
    if place == "*" {
      guard size == 0 else { return nil }
      self.init(offset: 0, count: 0, size: 0)
    } else {
      guard let ends = ByteRangeHeader.ends(of: place) else { return nil }
      self.init(offset: ends.first, count: ends.last - ends.first + 1, size: Int(size))
    }
  }

  /// The value of the field.
  package var text: String {
    size == 0 ? "bytes */0" : "bytes \(offset)-\(offset + count - 1)/\(size)"
  }

  /// The value of the field where a question asks for bytes behind a blob's end: its size alone.
  ///
  /// - Parameter size: How many bytes the blob has.
  package static func beyondEnd(ofSize size: Int) -> String { "bytes */\(size)" }

  /// Reads what ``beyondEnd(ofSize:)`` writes.
  ///
  /// - Parameter text: The value of the field.
  /// - Returns: How many bytes the blob has; `nil` when the text is anything else.
  package static func size(beyondEnd text: String) -> Int? {
    let prefix = "bytes */"
    guard text.hasPrefix(prefix), let size = DecimalDigits.read(text.dropFirst(prefix.count)),
      size <= BlobPiece.maximumBlobBytes
    else { return nil }
    return Int(size)
  }

  /// The piece that has this place.
  ///
  /// - Parameters:
  ///   - digest: The blob.
  ///   - bytes: The body.
  /// - Returns: `nil` when the body has another number of bytes.
  package func piece(of digest: BlobDigest, _ bytes: [UInt8]) -> BlobPiece? {
    guard bytes.count == count else { return nil }
    return BlobPiece(digest: digest, size: size, offset: offset, bytes: bytes)
  }
}

/// The bytes of a blob that a device asks for: `Range: bytes=0-1048575`.
///
/// One range with both ends is all there is. Of a blob that ends sooner there is less to have.
package struct ByteRangeHeader: Sendable, Hashable {
  /// How many bytes come before the first one.
  package let offset: Int
  /// How many bytes there are, at least one.
  package let count: Int

  /// Creates a range.
  ///
  /// - Parameters:
  ///   - offset: How many bytes come before the first one.
  ///   - count: How many bytes there are.
  /// - Returns: `nil` when there are none, or the range begins before the first byte.
  package init?(offset: Int, count: Int) {
    guard offset >= 0, count > 0, !offset.addingReportingOverflow(count).overflow else { return nil }
    self.offset = offset
    self.count = count
  }

  /// Reads what ``text`` writes.
  ///
  /// - Parameter text: The value of the field.
  /// - Returns: `nil` when it is anything else.
  package init?(_ text: String) {
    let prefix = "bytes="
    guard text.hasPrefix(prefix), let ends = ByteRangeHeader.ends(of: text.dropFirst(prefix.count)) else { return nil }
    self.init(offset: ends.first, count: ends.last - ends.first + 1)
  }

  /// The value of the field.
  package var text: String { "bytes=\(offset)-\(offset + count - 1)" }

  /// The two numbers of `0-1048575`.
  static func ends(of text: Substring) -> (first: Int, last: Int)? {
    guard let sign = text.firstIndex(of: "-"), let first = DecimalDigits.read(text[..<sign]),
      let last = DecimalDigits.read(text[text.index(after: sign)...]), first <= last
    else { return nil }
    return (Int(first), Int(last))
  }
}
