import NotesDomain
import Testing

@Suite("Ids")
struct NoteIDTests {
  @Test("An identifier is written in canonical form and parsed in either case")
  func text() {
    let id = NoteID(high: 0x019A_0C3E_5F7A_7C31, low: 0x9B1E_2D3C_4B5A_6978)
    #expect(id.description == "019a0c3e-5f7a-7c31-9b1e-2d3c4b5a6978")
    #expect(NoteID("019a0c3e-5f7a-7c31-9b1e-2d3c4b5a6978") == id)
    #expect(NoteID("019A0C3E-5F7A-7C31-9B1E-2D3C4B5A6978") == id)
  }

  @Test(
    "An invalid identifier is not parsed",
    arguments: [
      "", "019a0c3e", "019a0c3e5f7a7c319b1e2d3c4b5a6978", "019a0c3e-5f7a-7c31-9b1e-2d3c4b5a697",
      "{019a0c3e-5f7a-7c31-9b1e-2d3c4b5a6978}",
      "019a0c3g-5f7a-7c31-9b1e-2d3c4b5a6978", "019a0c3e-5f7a-7c31-9b1e_2d3c4b5a6978",
      "019a0c3e-5f7a-7c31-9b1e-2d3c4b5a69780",
      "-19a0c3e-5f7a-7c31-9b1e-2d3c4b5a6978", "é19a0c3e-5f7a-7c31-9b1e-2d3c4b5a697",
    ])
  func refused(_ text: String) {
    #expect(NoteID(text) == nil)
  }

  @Test func `input has no reserved identifier`() throws {
    let note = "019a0c3e-5f7a-7c31-9b1e-2d3c4b5a6978"
    #expect(NoteID(input: note) == NoteID(note))
    for reserved in [Keyring.item, NoteID(high: 0, low: 0)] {
      #expect(reserved.isReserved && reserved.unlessReserved == nil)
      #expect(NoteID(input: reserved.description.uppercased()) == nil)
    }
  }

  @Test("Identifiers round-trip, and their texts have the same order", arguments: 1...3 as ClosedRange<UInt64>)
  func anyID(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let (left, right) = (
        NoteID(high: random.next(), low: random.next()), NoteID(high: random.next(), low: random.next())
      )
      #expect(NoteID(left.description) == left, "seed \(seed)")
      #expect((left < right) == (left.description < right.description), "seed \(seed): \(left) \(right)")
    }
  }

  @Test("A version 7 identifier starts with its time")
  func versionSeven() {
    let id = NoteID(created: Timestamp(millisecondsSince1970: 0x0123_4567_89AB), random: (.max, .max))
    #expect(id.description == "01234567-89ab-7fff-bfff-ffffffffffff")
    let zero = NoteID(created: Timestamp(millisecondsSince1970: -5), random: (0, 0))
    #expect(zero.description == "00000000-0000-7000-8000-000000000000")
  }

  @Test("Generated identifiers sort by their creation time")
  func ascend() {
    let generator = TimeOrderedNoteIDGenerator()
    let ids = (0..<2000).map { generator.next(created: Timestamp(millisecondsSince1970: $0)) }
    #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
    #expect(ids.allSatisfy { $0.high & 0xF000 == 0x7000 && $0.low >> 62 == 2 })
  }

  @Test("Identifiers of one time differ")
  func atOnce() async {
    let generator = TimeOrderedNoteIDGenerator()
    let ids = await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { (0..<500).map { _ in generator.next(created: Timestamp(millisecondsSince1970: 1)) } }
      }
      return await group.reduce(into: Set<NoteID>()) { $0.formUnion($1) }
    }
    #expect(ids.count == 2000)
  }

  @Test("An abbreviation is the shortest unique prefix of at least eight digits")
  func abbreviation() throws {
    let id = try #require(NoteID("019a0c3e-5f7a-7c31-9b1e-2d3c4b5a6978"))
    let near = try #require(NoteID("019a0c3e-5f7b-7c31-9b1e-2d3c4b5a6978"))
    let far = try #require(NoteID("119a0c3e-5f7b-7c31-9b1e-2d3c4b5a6978"))
    #expect(id.abbreviated(among: []) == "019a0c3e")
    #expect(id.abbreviated(among: [far]) == "019a0c3e")
    #expect(id.abbreviated(among: [near, far]) == "019a0c3e-5f7a")
  }

  @Test(
    "A prefix is parsed with or without dashes and in either case",
    arguments: [
      ("0", "0"), ("019A", "019a"), ("019a0c3e-5f", "019a0c3e5f"),
      ("019a0c3e-5f7a-7c31-9b1e-2d3c4b5a6978", "019a0c3e5f7a7c319b1e2d3c4b5a6978"),
    ])
  func prefix(_ text: String, _ digits: String) {
    #expect(NoteIDPrefix(text)?.digits == digits)
  }

  @Test(
    "An invalid prefix is not parsed", arguments: ["", "-", "g", "0 1", "0x1", "०", String(repeating: "0", count: 33)])
  func noPrefix(_ text: String) {
    #expect(NoteIDPrefix(text) == nil)
  }

  @Test("The range of a prefix contains exactly the identifiers with it", arguments: 1...3 as ClosedRange<UInt64>)
  func range(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      let id = NoteID(high: random.next(), low: random.next())
      let other = NoteID(high: random.next() & 0xF << 60 | id.high & 0x0FFF_FFFF_FFFF_FFFF, low: id.low)
      let length = Int.random(in: 1...32, using: &random)
      let digits = id.description.filter { $0 != "-" }.prefix(length)
      let prefix = try #require(NoteIDPrefix(String(digits)))
      #expect(prefix.range.contains(id), "seed \(seed)")
      #expect(
        prefix.range.contains(other) == other.description.filter { $0 != "-" }.hasPrefix(digits),
        "seed \(seed): \(digits)")
    }
  }
}
