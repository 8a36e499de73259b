public import NotesDomain

/// The place of a body in its blob: `Content-Range: bytes 0-1048575/5000000`, and `bytes */0` for a blob without a byte.
public struct WireContentRange: Sendable, Hashable {
  /// How many bytes come before the body.
  public let offset: Int
  /// How many bytes the body has.
  public let count: Int
  /// How many bytes the blob has.
  public let size: Int

  /// Creates the place of a piece.
  ///
  /// - Parameter piece: The piece, which is not empty unless its blob is.
  /// - Returns: `nil` when a blob of that size has no such piece.
  public init?(_ piece: BlobPiece) {
    self.init(offset: piece.offset, count: piece.bytes.count, size: piece.size)
  }

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - offset: How many bytes come before the body.
  ///   - count: How many bytes the body has; none only when the blob has none.
  ///   - size: How many bytes the blob has.
  /// - Returns: `nil` when a blob of that size has no such place, or no blob can be so large.
  public init?(offset: Int, count: Int, size: Int) {
    guard 0...BlobPiece.mostBlobBytes ~= size, 0...size ~= offset, 0...(size - offset) ~= count, count > 0 || size == 0
    else { return nil }
    self.offset = offset
    self.count = count
    self.size = size
  }

  /// Reads what ``text`` writes.
  ///
  /// - Parameter text: The value of the field.
  /// - Returns: `nil` when it is anything else.
  public init?(_ text: String) {
    let prefix = "bytes "
    guard text.hasPrefix(prefix), let slash = text.firstIndex(of: "/"),
      let size = WireNumber.read(text[text.index(after: slash)...])
    else { return nil }
    let place = text[..<slash].dropFirst(prefix.count)
    if place == "*" {
      guard size == 0 else { return nil }
      self.init(offset: 0, count: 0, size: 0)
    } else {
      guard let ends = WireByteRange.ends(of: place) else { return nil }
      self.init(offset: ends.first, count: ends.last - ends.first + 1, size: Int(size))
    }
  }

  /// The value of the field.
  public var text: String {
    size == 0 ? "bytes */0" : "bytes \(offset)-\(offset + count - 1)/\(size)"
  }

  /// The value of the field where a question asks for bytes behind a blob's end: its size alone.
  ///
  /// - Parameter size: How many bytes the blob has.
  public static func beyondEnd(ofSize size: Int) -> String { "bytes */\(size)" }

  /// Reads what ``beyondEnd(ofSize:)`` writes.
  ///
  /// - Parameter text: The value of the field.
  /// - Returns: How many bytes the blob has; `nil` when the text is anything else.
  public static func size(beyondEnd text: String) -> Int? {
    let prefix = "bytes */"
    guard text.hasPrefix(prefix), let size = WireNumber.read(text.dropFirst(prefix.count)),
      size <= BlobPiece.mostBlobBytes
    else { return nil }
    return Int(size)
  }

  /// The piece that has this place.
  ///
  /// - Parameters:
  ///   - digest: The blob.
  ///   - bytes: The body.
  /// - Returns: `nil` when the body has another number of bytes.
  public func piece(of digest: BlobDigest, _ bytes: [UInt8]) -> BlobPiece? {
    guard bytes.count == count else { return nil }
    return BlobPiece(digest: digest, size: size, offset: offset, bytes: bytes)
  }
}
