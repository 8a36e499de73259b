import CPostgres
import NotesDomain

/// A row of a result, whose values are in the protocol's binary form. Valid until its result is decoded.
struct PostgresRow {
  let libpq: notes_libpq
  let result: OpaquePointer
  let number: Int32

  func isNull(_ column: Int32) -> Bool { libpq.PQgetisnull(result, number, column) != 0 }

  func bool(_ column: Int32) -> Bool { buffer(column).first == 1 }

  func integer(_ column: Int32) -> Int64 { Int64(bigEndian: word(column)) }

  func int(_ column: Int32) -> Int { Int(integer(column)) }

  func revision(_ column: Int32) -> Revision { Revision(integer(column)) }

  func timestamp(_ column: Int32) -> Timestamp { Timestamp(millisecondsSince1970: integer(column)) }

  func text(_ column: Int32) -> String { String(decoding: buffer(column), as: UTF8.self) }

  func bytes(_ column: Int32) -> [UInt8] { Array(buffer(column)) }

  func optionalBytes(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : bytes(column) }

  func id(_ column: Int32) -> NoteID { NoteID(bigEndian: buffer(column)[...]) }

  func bits(_ column: Int32) -> UInt128 { id(column).bits }

  func digest(_ column: Int32) throws -> BlobDigest {
    guard let digest = BlobDigest(bytes: bytes(column)) else {
      throw PostgresError.corrupt("The digest of a blob cannot be read")
    }
    return digest
  }

  /// Parses a stored text. The name is for errors.
  func value<Value>(_ column: Int32, of name: String, _ parse: (String) -> Value?) throws -> Value {
    guard let value = parse(text(column)) else { throw PostgresError.corrupt("The stored \(name) cannot be read") }
    return value
  }

  // MARK: Arrays, without NULL

  func integers(_ column: Int32) -> [Int64] {
    elements(column).map { Int64(bigEndian: $0.loadUnaligned(as: Int64.self)) }
  }

  func ids(_ column: Int32) -> [NoteID] { elements(column).map { NoteID(bigEndian: $0[...]) } }

  /// Returns the elements of an array of one dimension; see ``PostgresValue`` for its form.
  private func elements(_ column: Int32) -> [UnsafeRawBufferPointer] {
    let buffer = buffer(column)
    func number(at offset: Int) -> Int {
      guard offset + 4 <= buffer.count else { return 0 }
      return Int(Int32(bigEndian: buffer.loadUnaligned(fromByteOffset: offset, as: Int32.self)))
    }
    guard number(at: 0) == 1 else { return [] }
    var elements: [UnsafeRawBufferPointer] = []
    var offset = 20
    for _ in 0..<number(at: 12) {
      let count = number(at: offset)
      offset += 4
      guard count >= 0, offset + count <= buffer.count else { return elements }
      elements.append(UnsafeRawBufferPointer(rebasing: buffer[offset..<offset + count]))
      offset += count
    }
    return elements
  }

  private func word(_ column: Int32) -> Int64 {
    let buffer = buffer(column)
    return buffer.count == 8 ? buffer.loadUnaligned(as: Int64.self) : 0
  }

  /// Returns the bytes of a value, which the result owns; empty for NULL.
  private func buffer(_ column: Int32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: libpq.PQgetvalue(result, number, column), count: Int(libpq.PQgetlength(result, number, column)))
  }
}

extension NoteID {
  init(bits: UInt128) { self.init(high: UInt64(truncatingIfNeeded: bits >> 64), low: UInt64(truncatingIfNeeded: bits)) }

  /// The identifier in 16 bytes, most significant first; zero for another number of bytes.
  init(bigEndian bytes: Slice<UnsafeRawBufferPointer>) {
    guard bytes.count == 16 else {
      self.init(high: 0, low: 0)
      return
    }
    let (high, low) = UnsafeRawBufferPointer(rebasing: bytes).loadUnaligned(as: (UInt64, UInt64).self)
    self.init(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
  }

  var bits: UInt128 { UInt128(high) << 64 | UInt128(low) }

  var bigEndianBytes: [UInt8] {
    withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
  }
}

extension Int64 {
  var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
