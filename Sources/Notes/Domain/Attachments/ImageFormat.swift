/// The format of a picture that every browser shows, and that cannot contain a program: not SVG, which can.
package enum ImageFormat: String, Sendable, Hashable, CaseIterable {
  case png = "image/png"
  case jpeg = "image/jpeg"
  case gif = "image/gif"
  case webp = "image/webp"

  /// The number of bytes that tell the format.
  package static let signatureBytes = 12

  /// Recognizes a picture by its first bytes, whatever its name; `nil` for other files.
  package init?(beginning bytes: some Collection<UInt8>) {
    let format = Self.allCases.first { format in
      format.signatures.contains { signature in
        bytes.count >= signature.count
          && zip(bytes, signature).allSatisfy { byte, expected in
            expected.map { $0 == byte } ?? true
          }
      }
    }
    guard let format else { return nil }
    self = format
  }

  /// The first bytes of the format; `nil` for any byte.
  private var signatures: [[UInt8?]] {
    switch self {
    case .png: [[0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]]
    case .jpeg: [[0xFF, 0xD8, 0xFF]]
    case .gif: ["GIF87a", "GIF89a"].map { Array($0.utf8) }
    case .webp: [Array("RIFF".utf8) + [nil, nil, nil, nil] + Array("WEBP".utf8)]
    }
  }

  /// The media type, as in `image/png`.
  package var mediaType: String { rawValue }
}
