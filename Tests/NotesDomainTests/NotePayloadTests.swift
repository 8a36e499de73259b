import NotesDomain
import Testing

@Suite struct NotePayloadTests {
  private static let id = NoteID(high: 1, low: 2)

  private let example = Note(
    id: id, title: "Bread", body: "# Bread\né\n", tags: [NoteTag("rye"), NoteTag("sour")].compactMap(\.self),
    notebook: Notebook("Kitchen/Bread") ?? .root, isPinned: true, trashed: Timestamp(millisecondsSince1970: 0),
    created: Timestamp(millisecondsSince1970: -1), modified: Timestamp(millisecondsSince1970: 300),
    foreignFrontMatter: "a: 1\n",
    attachments: [
      NoteAttachment(name: "b.pdf", digest: SplitMix64.digest(2), size: 300),
      NoteAttachment(name: "a", digest: SplitMix64.digest(1), size: 0),
    ].compactMap(\.self))

  private let exampleBytes: [UInt8] =
    [
      0x08, 0x01,  // version 1
      0x12, 0x05, 0x42, 0x72, 0x65, 0x61, 0x64,  // title
      0x1A, 0x0B, 0x23, 0x20, 0x42, 0x72, 0x65, 0x61, 0x64, 0x0A, 0xC3, 0xA9, 0x0A,  // body
      0x22, 0x03, 0x72, 0x79, 0x65, 0x22, 0x04, 0x73, 0x6F, 0x75, 0x72,  // tags
      0x2A, 0x0D, 0x4B, 0x69, 0x74, 0x63, 0x68, 0x65, 0x6E, 0x2F, 0x42, 0x72, 0x65, 0x61, 0x64,  // notebook
      0x30, 0x01,  // pinned
      0x40, 0x00,  // trashed at 0
      0x48, 0x01,  // created at -1
      0x50, 0xD8, 0x04,  // modified at 300
      0x5A, 0x05, 0x61, 0x3A, 0x20, 0x31, 0x0A,  // foreign front matter
    ] + [0x62, 0x25, 0x0A, 0x01, 0x61, 0x12, 0x20] + [UInt8](repeating: 1, count: 32)  // an empty attachment
    + [0x62, 0x2C, 0x0A, 0x05, 0x62, 0x2E, 0x70, 0x64, 0x66, 0x12, 0x20] + [UInt8](repeating: 2, count: 32)  // another
    + [0x18, 0xAC, 0x02]  // its size

  @Test func `a note has the documented bytes`() throws {
    #expect(NotePayload.encode(example) == exampleBytes)
    #expect(try NotePayload.decode(exampleBytes, as: Self.id) == example)
  }

  @Test func `an empty note encodes its version only`() {
    let zero = Timestamp(millisecondsSince1970: 0)
    #expect(NotePayload.encode(Note(id: Self.id, title: "", body: "", created: zero, modified: zero)) == [8, 1])
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `every note round-trips, byte for byte`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<1_000 {
      let note = random.note(id: Self.id)
      let bytes = NotePayload.encode(note)
      let read = try NotePayload.decode(bytes, as: Self.id)
      #expect(read == note && Array(read.body.utf8) == Array(note.body.utf8), "seed \(seed): \(note)")
      #expect(NotePayload.encode(read) == bytes, "seed \(seed): \(note)")
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `damaged bytes are rejected, or are the canonical form of another note`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var read = 0
    for _ in 0..<10_000 {
      var bytes = NotePayload.encode(random.note(id: Self.id))
      for _ in 0..<Int.random(in: 1...3, using: &random) { random.damage(&bytes) }
      guard let note = try? NotePayload.decode(bytes, as: Self.id) else { continue }
      read += 1
      #expect(NotePayload.encode(note) == bytes, "seed \(seed): \(bytes)")
    }
    #expect(read > 100, "seed \(seed): the damage is too great to say anything")
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `any bytes are decoded without a crash`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<10_000 {
      let count = Int.random(in: 0...40, using: &random)
      let bytes: [UInt8] = [8, 1] + (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      guard let note = try? NotePayload.decode(bytes, as: Self.id) else { continue }
      #expect(NotePayload.encode(note) == bytes, "seed \(seed): \(bytes)")
    }
  }

  @Test func `incomplete bytes are rejected`() {
    for length in exampleBytes.indices {
      let note = try? NotePayload.decode(Array(exampleBytes.prefix(length)), as: Self.id)
      // Up to the end of a field, they are a note with fewer fields.
      if let note { #expect(NotePayload.encode(note) == Array(exampleBytes.prefix(length))) }
    }
    #expect(throws: PayloadDecodingError.truncated) { try NotePayload.decode([], as: Self.id) }
    #expect(throws: PayloadDecodingError.truncated) { try NotePayload.decode([8], as: Self.id) }
    #expect(throws: PayloadDecodingError.truncated) { try NotePayload.decode([8, 1, 0x12, 2, 0x41], as: Self.id) }
  }

  @Test(
    arguments: [
      ([8, 2], .otherVersion(found: 2, supported: 1)),
      ([8, 0], .otherVersion(found: 0, supported: 1)),
      ([8, 1, 0x70, 1], .unknownField(number: 14)),
      ([8, 1, 0x60, 1], .notCanonical(offset: 2)),
      ([8, 1, 0x80, 1, 1], .unknownField(number: 16)),
      ([0x12, 1, 0x41], .notCanonical(offset: 0)),
      ([8, 0x81, 0], .notCanonical(offset: 1)),
      ([8, 1, 8, 1], .notCanonical(offset: 2)),
      ([8, 1, 0x92, 0, 1, 0x41], .notCanonical(offset: 2)),
      ([8, 1, 0x12, 0], .notCanonical(offset: 4)),
      ([8, 1, 0x12, 1, 0x41, 0x12, 1, 0x41], .notCanonical(offset: 5)),
      ([8, 1, 0x1A, 1, 0x41, 0x12, 1, 0x41], .notCanonical(offset: 5)),
      ([8, 1, 0x10, 1], .notCanonical(offset: 2)),
      ([8, 1, 0x30, 2], .notCanonical(offset: 3)),
      ([8, 1, 0x48, 0], .notCanonical(offset: 3)),
      ([8, 1, 0x48] + [UInt8](repeating: 0xFF, count: 10) + [1], .notCanonical(offset: 3)),
      ([8, 1, 0x48] + [UInt8](repeating: 0xFF, count: 9) + [2], .notCanonical(offset: 3)),
      ([8, 1, 0x12] + [UInt8](repeating: 0xFF, count: 9) + [1], .truncated),
      ([8, 1, 0x12, 2, 0xC0, 0x80], .notUTF8(offset: 4)),
      ([8, 1, 0x12, 3, 0xED, 0xA0, 0x80], .notUTF8(offset: 4)),
      ([8, 1, 0x22, 2, 0x23, 0x61], .invalidName(offset: 3)),
      ([8, 1, 0x22, 1, 0x20], .invalidName(offset: 3)),
      ([8, 1, 0x22, 1, 0x61, 0x22, 1, 0x61], .repeatedTag),
      ([8, 1, 0x2A, 2, 0x61, 0x2F], .invalidName(offset: 3)),
      ([8, 1, 0x2A, 2, 0x2E, 0x61], .invalidName(offset: 3)),
      ([8, 1, 0x6A, 2, 0x2E, 0x61], .invalidName(offset: 3)),
      ([8, 1, 0x6A, 3, 0x61, 0x2F, 0x62], .invalidName(offset: 3)),
      ([8, 1, 0x1A, 0x81, 0xAD, 0xE2, 0x04], .truncated),
    ] as [([UInt8], PayloadDecodingError)])
  func `what no program writes is refused`(bytes: [UInt8], problem: PayloadDecodingError) {
    #expect(throws: problem) { try NotePayload.decode(bytes, as: Self.id) }
  }

  @Test(
    arguments: [
      ([file("b"), file("a")], .notCanonical(offset: 43)),
      ([file("a"), file("a")], .notCanonical(offset: 43)),
      ([file("/")], .invalidName(offset: 5)),
      ([file("")], .notCanonical(offset: 6)),
      ([file(String(repeating: "a", count: 256))], .tooLarge(bytes: 256, limit: 255)),
      ([file("a", size: [0x18, 0])], .notCanonical(offset: 41)),
      ([file("a", size: [0x18] + [UInt8](repeating: 0xFF, count: 9) + [1])], .notCanonical(offset: 41)),
      ([file("a", size: [0x20, 1])], .notCanonical(offset: 41)),
      ([file("a", size: [0x18, 1, 0x18, 1])], .notCanonical(offset: 43)),
      ([file("a", size: [0x22, 0])], .notCanonical(offset: 43)),
      ([file("a", size: [0x22, 2, 0x2E, 0x61])], .invalidName(offset: 41)),
      ([file("a", digest: 31)], .notCanonical(offset: 7)),
      ([file("a", digest: 33)], .notCanonical(offset: 7)),
      ([[0x62, 0x01, 0x0A, 0x01, 0x61, 0x12, 0x20] + [UInt8](repeating: 1, count: 32)], .notCanonical(offset: 4)),
      ([[0x62, 0x7F]], .truncated),
    ] as [([[UInt8]], PayloadDecodingError)])
  func `attachments that no program writes are refused`(files: [[UInt8]], problem: PayloadDecodingError) {
    #expect(throws: problem) { try NotePayload.decode([8, 1] + files.joined(), as: Self.id) }
  }

  @Test func `too many attachments are rejected`() throws {
    let files = (0...NoteAttachment.maximumCount).map { Self.file("a" + "000\($0)".suffix(4)) }
    #expect(try NotePayload.decode([8, 1] + files.dropLast().joined(), as: Self.id).attachments.count == 1000)
    #expect(throws: PayloadDecodingError.tooManyAttachments(limit: 1000)) {
      try NotePayload.decode([8, 1] + files.joined(), as: Self.id)
    }
  }

  /// Returns the field of one attachment, valid or not.
  private static func file(_ name: String, digest: Int = 32, size: [UInt8] = []) -> [UInt8] {
    let nameLength = UInt8(truncatingIfNeeded: name.utf8.count)
    let length: [UInt8] = name.utf8.count < 128 ? [nameLength] : [nameLength | 0x80, UInt8(name.utf8.count >> 7)]
    let inner =
      [0x0A] + length + Array(name.utf8) + [0x12, UInt8(digest)] + [UInt8](repeating: 1, count: digest) + size
    return [0x62]
      + (inner.count < 128 ? [UInt8(inner.count)] : [UInt8(inner.count & 0x7F) | 0x80, UInt8(inner.count >> 7)]) + inner
  }
}

extension SplitMix64 {
  /// Changes, removes, adds or repeats a few bytes.
  fileprivate mutating func damage(_ bytes: inout [UInt8]) {
    guard let place = bytes.indices.randomElement(using: &self) else { return }
    switch Int.random(in: 0...4, using: &self) {
    case 0: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &self)
    case 1: bytes.remove(at: place)
    case 2: bytes.insert(UInt8.random(in: 0...255, using: &self), at: place)
    case 3: bytes.removeSubrange(place...)
    case _: bytes.insert(contentsOf: bytes[place...].prefix(4), at: place)
    }
  }
}
