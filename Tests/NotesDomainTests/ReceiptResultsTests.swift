import NotesDomain
import NotesTestSupport
import Testing

@Suite("The results of a batch as bytes") struct ReceiptResultsTests {
  @Test func `encoded results are decoded unchanged`() {
    var random = SplitMix64(seed: 77)
    for _ in 0..<200 {
      let results = (0..<Int.random(in: 0...9, using: &random)).map { _ -> PushResult in
        let revision = Revision(Int64.random(in: .min ... .max, using: &random))
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return .applied(revision)
        case 1: return .conflict(revision: revision, isDeleted: Bool.random(using: &random))
        default:
          let code = (0..<Int.random(in: 0...5, using: &random)).map { _ in "a\u{0}é🍞_".randomElement(using: &random) }
          return .refused(PushRefusal(code: String(code.compactMap(\.self))))
        }
      }
      #expect(ReceiptResults.decode(ReceiptResults.encode(results)) == results, "seed \(random.seed)")
    }
  }

  @Test func `truncated bytes and unknown kinds are refused`() {
    let results: [PushResult] = [
      .applied(Revision(258)), .refused(.tooLarge), .conflict(revision: .none, isDeleted: true),
    ]
    let bytes = ReceiptResults.encode(results)
    let ends = [0, 9, 9 + 9 + 9, bytes.count]
    for count in bytes.indices where !ends.contains(count) {
      #expect(ReceiptResults.decode(Array(bytes.prefix(count))) == nil, "\(count) bytes")
    }
    for kind in [0, 5, 255] as [UInt8] {
      #expect(ReceiptResults.decode([kind, 0, 0, 0, 0, 0, 0, 0, 0]) == nil)
    }
    let refused = ReceiptResults.encode([.refused(PushRefusal(code: "é"))])
    #expect(ReceiptResults.decode(refused.dropLast() + [0xFF]) == nil)
    #expect(ReceiptResults.decode([4, 255, 255, 255, 255, 255, 255, 255, 255]) == nil)
    #expect(ReceiptResults.decode([4, 127, 255, 255, 255, 255, 255, 255, 255]) == nil)
  }
}
