public import NotesDomain

/// Bytes for a test whose SHA-256 is known, most of them from FIPS 180.
public struct BlobSample: Sendable {
  /// No bytes.
  public static let empty = BlobSample([], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  /// `abc`.
  public static let abc = BlobSample(
    Array("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  /// A million times `a`, a little less than a piece may have.
  public static let million = BlobSample(
    [UInt8](repeating: 97, count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  /// 2,500,000 bytes of zero, more than two pieces.
  public static let long = BlobSample(
    [UInt8](repeating: 0, count: 2_500_000), "382ec408afd51de29f84bd9d5b43cdfebe2f89532950e0259fdfb2271894b6de")

  /// The bytes.
  public let bytes: [UInt8]
  /// Their digest.
  public let digest: BlobDigest

  private init(_ bytes: [UInt8], _ digest: String) {
    self.bytes = bytes
    self.digest = BlobDigest(digest) ?? .sample(0)
  }

  /// All of it.
  public var whole: BlobProgress { BlobProgress(received: bytes.count, size: bytes.count) }

  /// A piece of it.
  ///
  /// - Parameter range: Which bytes.
  public func piece(_ range: Range<Int>) -> BlobPiece {
    BlobPiece(digest: digest, size: bytes.count, offset: range.lowerBound, bytes: Array(bytes[range]))
  }

  /// All of it in pieces, of which the last may be shorter; an empty blob is one empty piece.
  ///
  /// - Parameter count: The length of a piece, in bytes.
  public func pieces(of count: Int) -> [BlobPiece] {
    stride(from: 0, to: max(1, bytes.count), by: count).map { piece($0..<min($0 + count, bytes.count)) }
  }
}
