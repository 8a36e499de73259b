/// A decoder of a note's fields, which rejects all bytes that ``PayloadWriter`` would not write.
struct PayloadReader {
  private let bytes: [UInt8]
  private var offset = 0
  private var last = PayloadField.version

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads the first field, which must be the version, since it defines the meaning of all others.
  mutating func readVersion(_ supported: UInt64) throws(PayloadDecodingError) {
    guard let key = bytes.first else { throw .truncated }
    guard key == PayloadField.version.key else { throw .notCanonical(offset: 0) }
    offset = 1
    let found = try number()
    guard found == supported else { throw .otherVersion(found: found, supported: supported) }
  }

  /// Reads the key of the next field; `nil` at the end.
  mutating func nextField() throws(PayloadDecodingError) -> PayloadField? {
    guard offset < bytes.count else { return nil }
    let start = offset
    let key = try number()
    guard let field = UInt8(exactly: key >> 3).flatMap(PayloadField.init) else {
      throw .unknownField(number: key >> 3)
    }
    guard key == UInt64(field.key), field.rawValue > last.rawValue || field.repeats && field == last else {
      throw .notCanonical(offset: start)
    }
    last = field
    return field
  }

  /// Rejects the field that was just read.
  func refuse() throws(PayloadDecodingError) {
    throw .notCanonical(offset: offset)
  }

  mutating func text(limit: UInt64 = .max) throws(PayloadDecodingError) -> String {
    let length = try number()
    guard length > 0 else { throw .notCanonical(offset: offset) }
    guard length <= limit else { throw .tooLarge(bytes: length, limit: limit) }
    guard length <= UInt64(bytes.count - offset) else { throw .truncated }
    let range = offset..<offset + Int(length)
    let slice = bytes[range]
    // Most texts are ASCII, which needs no validation.
    let text =
      slice.allSatisfy { $0 < 0x80 } ? String(decoding: slice, as: UTF8.self) : String(validating: slice, as: UTF8.self)
    guard let text else { throw .notUTF8(offset: offset) }
    offset = range.upperBound
    return text
  }

  mutating func tag() throws(PayloadDecodingError) -> Tag { try name(Tag.init, \.name) }

  mutating func notebook() throws(PayloadDecodingError) -> Notebook { try name(Notebook.init, \.path) }

  /// Reads a name. One whose length differs from that of its text is not in normal form.
  private mutating func name<Name>(
    _ parse: (String) -> Name?, _ normalized: (Name) -> String
  ) throws(PayloadDecodingError) -> Name {
    let start = offset
    let text = try text()
    guard let name = parse(text), normalized(name).utf8.count == text.utf8.count else {
      throw .invalidName(offset: start)
    }
    return name
  }

  /// Reads the name of the note's file.
  mutating func fileName() throws(PayloadDecodingError) -> String {
    let start = offset
    let text = try text(limit: UInt64(MarkdownFileName.maximumKeptBytes))
    guard MarkdownFileName.isStem(text) else { throw .invalidName(offset: start) }
    return text
  }

  /// Reads an attachment, a nested message: 1 its name, 2 its digest, 3 its size, which is omitted when it is 0, and 4 its
  /// path, which is omitted when it is empty. The previous attachment must sort before it.
  mutating func attachment(after previous: Attachment?) throws(PayloadDecodingError) -> Attachment {
    let length = try number()
    let start = offset
    guard length <= UInt64(bytes.count - offset) else { throw .truncated }
    let end = offset + Int(length)
    guard try number() == 1 << 3 | 2 else { throw .notCanonical(offset: start) }
    let nameStart = offset
    let name = try text(limit: UInt64(Attachment.maximumNameBytes))
    let digest = try digest()
    var size = 0
    if offset < end, bytes[offset] == 3 << 3 { size = try attachmentSize() }
    let pathStart = offset
    var path = ""
    if offset < end {
      guard try number() == 4 << 3 | 2 else { throw .notCanonical(offset: pathStart) }
      path = try text(limit: UInt64(AttachmentFolder.maximumPathBytes))
      guard AttachmentFolder.isPath(path) else { throw .invalidName(offset: pathStart) }
    }
    guard offset == end else { throw .notCanonical(offset: start) }
    guard let attachment = Attachment(name: name, digest: digest, size: size, path: path) else {
      throw .invalidName(offset: nameStart)
    }
    guard previous?.precedesByName(attachment) ?? true else { throw .notCanonical(offset: start) }
    return attachment
  }

  private mutating func digest() throws(PayloadDecodingError) -> BlobDigest {
    let start = offset
    guard try number() == 2 << 3 | 2, try number() == UInt64(BlobDigest.count) else {
      throw .notCanonical(offset: start)
    }
    guard BlobDigest.count <= bytes.count - offset else { throw .truncated }
    let digest = BlobDigest(bytes: Array(bytes[offset..<offset + BlobDigest.count]))
    offset += BlobDigest.count
    guard let digest else { throw .notCanonical(offset: start) }
    return digest
  }

  private mutating func attachmentSize() throws(PayloadDecodingError) -> Int {
    let start = offset
    guard try number() == 3 << 3 else { throw .notCanonical(offset: start) }
    guard let size = Int(exactly: try number()), 1...Attachment.maximumSize ~= size else {
      throw .notCanonical(offset: start)
    }
    return size
  }

  mutating func flag() throws(PayloadDecodingError) -> Bool {
    let start = offset
    guard try number() == 1 else { throw .notCanonical(offset: start) }
    return true
  }

  mutating func timestamp() throws(PayloadDecodingError) -> Timestamp {
    let value = try number()
    return Timestamp(millisecondsSince1970: Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
  }

  mutating func timestampOtherThanZero() throws(PayloadDecodingError) -> Timestamp {
    let start = offset
    let time = try timestamp()
    guard time.millisecondsSince1970 != 0 else { throw .notCanonical(offset: start) }
    return time
  }

  /// Reads a varint of at most 64 bits in its shortest form.
  private mutating func number() throws(PayloadDecodingError) -> UInt64 {
    // Most varints are keys and short lengths.
    if offset < bytes.count, bytes[offset] < 0x80 {
      offset += 1
      return UInt64(bytes[offset - 1])
    }
    let start = offset
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard offset < bytes.count else { throw .truncated }
      let byte = bytes[offset]
      offset += 1
      let isOverlong = shift > 0 && byte == 0 || shift == 63 && byte > 1
      guard !isOverlong else { throw .notCanonical(offset: start) }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw .notCanonical(offset: start)
  }
}

/// An encoder of a note's fields. Default values are omitted, except by ``writeAlways(_:as:)``.
struct PayloadWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  mutating func write(_ text: String, as field: PayloadField) {
    let length = text.utf8.count
    guard length > 0 else { return }
    bytes.append(field.key)
    append(UInt64(length))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func write(_ value: UInt64, as field: PayloadField) {
    guard value != 0 else { return }
    bytes.append(field.key)
    append(value)
  }

  mutating func write(_ flag: Bool, as field: PayloadField) {
    write(flag ? 1 : 0, as: field)
  }

  mutating func write(_ time: Timestamp, as field: PayloadField) {
    guard time.millisecondsSince1970 != 0 else { return }
    writeAlways(time, as: field)
  }

  /// Writes a time even when it is zero: in an optional field, zero differs from no value.
  mutating func writeAlways(_ time: Timestamp, as field: PayloadField) {
    bytes.append(field.key)
    // Zigzag encoding: the sign is in the lowest bit, so that a time before 1970 does not take ten bytes.
    let value = time.millisecondsSince1970
    append(UInt64(bitPattern: value << 1 ^ value >> 63))
  }

  /// Writes an attachment as a nested message.
  mutating func write(_ attachment: Attachment, as field: PayloadField) {
    var inner = PayloadWriter(capacity: attachment.name.utf8.count + BlobDigest.count + 20)
    inner.append(1 << 3 | 2)
    inner.append(UInt64(attachment.name.utf8.count))
    inner.bytes.append(contentsOf: attachment.name.utf8)
    inner.append(2 << 3 | 2)
    inner.append(UInt64(BlobDigest.count))
    inner.bytes.append(contentsOf: attachment.digest.bytes)
    if attachment.size > 0 {
      inner.append(3 << 3)
      inner.append(UInt64(attachment.size))
    }
    if !attachment.path.isEmpty {
      inner.append(4 << 3 | 2)
      inner.append(UInt64(attachment.path.utf8.count))
      inner.bytes.append(contentsOf: attachment.path.utf8)
    }
    bytes.append(field.key)
    append(UInt64(inner.bytes.count))
    bytes.append(contentsOf: inner.bytes)
  }

  /// Appends a varint: seven bits at a time, the lowest first; the top bit of a byte is set when more follow.
  private mutating func append(_ value: UInt64) {
    var rest = value
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}
