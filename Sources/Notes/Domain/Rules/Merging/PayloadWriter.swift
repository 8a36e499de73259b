/// Writes the fields of a note's bytes. Values that are the default are left out, unless said otherwise.
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

  mutating func write(_ moment: Timestamp, as field: PayloadField) {
    guard moment.millisecondsSince1970 != 0 else { return }
    writeAlways(moment, as: field)
  }

  /// Writes a moment even if it is the default: where there may be none, zero is a moment like any other.
  mutating func writeAlways(_ moment: Timestamp, as field: PayloadField) {
    bytes.append(field.key)
    // The sign goes to the lowest bit, so that a moment before 1970 does not take ten bytes.
    let value = moment.millisecondsSince1970
    append(UInt64(bitPattern: value << 1 ^ value >> 63))
  }

  /// Writes an attachment as a message of its own, whose length comes first.
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
    bytes.append(field.key)
    append(UInt64(inner.bytes.count))
    bytes.append(contentsOf: inner.bytes)
  }

  /// Appends seven bits at a time, the lowest first; the top bit says that more follow.
  private mutating func append(_ value: UInt64) {
    var rest = value
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}
