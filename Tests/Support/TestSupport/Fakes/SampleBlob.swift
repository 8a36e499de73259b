package import NotesDomain

/// Sample contents with their SHA-256, most of them from FIPS 180.
package struct SampleBlob: Sendable {
  /// No bytes.
  package static let empty = SampleBlob([], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  /// `abc`.
  package static let abc = SampleBlob(
    Array("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  /// A million times `a`, slightly shorter than the maximum piece.
  package static let million = SampleBlob(
    [UInt8](repeating: 97, count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  /// 2,500,000 zero bytes, longer than two pieces.
  package static let long = SampleBlob(
    [UInt8](repeating: 0, count: 2_500_000), "382ec408afd51de29f84bd9d5b43cdfebe2f89532950e0259fdfb2271894b6de")

  /// The bytes.
  package let bytes: [UInt8]
  /// Their digest.
  package let digest: BlobDigest

  private init(_ bytes: [UInt8], _ digest: String) {
    self.bytes = bytes
    self.digest = BlobDigest(digest) ?? .sample(0)
  }

  /// The progress of the complete blob.
  package var whole: BlobProgress { BlobProgress(received: bytes.count, size: bytes.count) }

  package func piece(_ range: Range<Int>) -> BlobPiece {
    BlobPiece(digest: digest, size: bytes.count, offset: range.lowerBound, bytes: Array(bytes[range]))
  }

  /// Returns the blob in pieces, of which the last may be shorter. An empty blob is one empty piece.
  ///
  /// - Parameter count: The length of the pieces, in bytes.
  package func pieces(of count: Int) -> [BlobPiece] {
    stride(from: 0, to: max(1, bytes.count), by: count).map { piece($0..<min($0 + count, bytes.count)) }
  }
}
