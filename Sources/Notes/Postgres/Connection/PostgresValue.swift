import CPostgres
import NotesDomain

/// A parameter of a statement, in the protocol's binary form.
struct PostgresValue {
  /// The number of the value's type.
  let type: Oid
  /// The bytes; `nil` for NULL.
  let bytes: [UInt8]?

  private init(_ type: Int, _ bytes: [UInt8]?) {
    self.type = Oid(type)
    self.bytes = bytes
  }

  static func integer(_ value: Int64?) -> Self { Self(NOTES_INT8, value.map { $0.bigEndianBytes }) }

  static func integer(_ value: Int) -> Self { integer(Int64(value)) }

  static func revision(_ value: Revision?) -> Self { integer(value?.number) }

  static func timestamp(_ value: Timestamp) -> Self { integer(value.millisecondsSince1970) }

  /// Returns a text without zero bytes, which PostgreSQL does not store; each is replaced by U+FFFD.
  static func text(_ value: String) -> Self {
    Self(NOTES_TEXT, Array(value.utf8.contains(0) ? value.replacing("\0", with: "\u{FFFD}").utf8 : value.utf8))
  }

  static func bytes(_ value: [UInt8]?) -> Self { Self(NOTES_BYTEA, value) }

  static func digest(_ value: BlobDigest) -> Self { bytes(value.bytes) }

  static func id(_ value: NoteID) -> Self { Self(NOTES_UUID, value.bigEndianBytes) }

  static func bits(_ value: UInt128) -> Self { id(NoteID(bits: value)) }

  // MARK: Arrays

  static func integers(_ values: [Int64]) -> Self {
    array(NOTES_INT8_ARRAY, of: NOTES_INT8, values) { $0.bigEndianBytes }
  }

  static func ids(_ values: [NoteID]) -> Self { array(NOTES_UUID_ARRAY, of: NOTES_UUID, values) { $0.bigEndianBytes } }

  static func byteStrings(_ values: [[UInt8]?]) -> Self { array(NOTES_BYTEA_ARRAY, of: NOTES_BYTEA, values) { $0 } }

  static func digests(_ values: [BlobDigest]) -> Self { byteStrings(values.map(\.bytes)) }

  /// Returns an array of one dimension: its header, and each element after its length, which is -1 for NULL.
  private static func array<Element>(
    _ type: Int, of elementType: Int, _ elements: [Element], bytes: (Element) -> [UInt8]?
  ) -> Self {
    var buffer: [UInt8] = []
    func append(_ number: Int) { withUnsafeBytes(of: Int32(number).bigEndian) { buffer.append(contentsOf: $0) } }
    for number in elements.isEmpty ? [0, 0, elementType] : [1, 1, elementType, elements.count, 1] { append(number) }
    for element in elements {
      guard let bytes = bytes(element) else {
        append(-1)
        continue
      }
      append(bytes.count)
      buffer += bytes
    }
    return Self(type, buffer)
  }
}

extension PostgresValue {
  /// Calls a closure with the addresses of the bytes of values, `nil` for NULL.
  static func withPointers<Result>(
    to values: ArraySlice<PostgresValue>, after pointers: [UnsafePointer<CChar>?] = [],
    _ body: ([UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    guard let value = values.first else { return body(pointers) }
    guard let bytes = value.bytes else {
      return withPointers(to: values.dropFirst(), after: pointers + [nil], body)
    }
    return bytes.withUnsafeBytes { buffer in
      // An empty array may have no address, which would be NULL.
      let start = buffer.baseAddress ?? UnsafeRawPointer(StaticString("").utf8Start)
      return withPointers(
        to: values.dropFirst(), after: pointers + [start.assumingMemoryBound(to: CChar.self)], body)
    }
  }
}
