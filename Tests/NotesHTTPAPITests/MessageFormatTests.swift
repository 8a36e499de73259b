import NotesDomain
import NotesHTTPAPI
import NotesTestSupport
import Testing

@Suite struct MessageFormatTests {
  private static let epoch = Epoch(bits: 0x1F)
  private static let first = NoteID(high: 0x019A_0C3E_5F7A_7C31, low: 0x9B1E_2D3C_4B5A_6978)
  private static let second = NoteID(high: 0, low: 1)
  private static let batch = PushBatch(
    epoch: epoch, device: DeviceID(bits: 0xD), number: 17,
    changes: [
      PushChange(id: first, base: Revision(41), payload: Array("Bread".utf8)),
      PushChange(id: second, base: Revision(12), payload: nil), PushChange(id: second, base: .none, payload: []),
    ])

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `a batch has the documented form`() {
    #expect(
      Self.text(MessageFormat.encode(Self.batch)) == """
        {"changes":[\
        {"base":41,"data":"QnJlYWQ=","id":"019a0c3e-5f7a-7c31-9b1e-2d3c4b5a6978","op":"put"},\
        {"base":12,"id":"00000000-0000-0000-0000-000000000001","op":"delete"},\
        {"base":0,"data":"","id":"00000000-0000-0000-0000-000000000001","op":"put"}],\
        "device":"0000000000000000000000000000000d","epoch":"0000000000000000000000000000001f","n":17,"protocol":1}
        """)
  }

  @Test func `a note's blobs precede its bytes`() throws {
    let digests = [String(repeating: "01", count: 32), String(repeating: "a0", count: 32)]
    let change = PushChange(
      id: Self.second, base: .none, payload: [], blobs: digests.reversed().compactMap { BlobDigest($0) })
    let batch = PushBatch(epoch: Self.epoch, device: DeviceID(bits: 0xD), number: 1, changes: [change])
    let bytes = MessageFormat.encode(batch)
    #expect(
      Self.text(bytes).hasPrefix(
        #"{"changes":[{"base":0,"blobs":["sha256:\#(digests[0])","sha256:\#(digests[1])"],"data":"","#))
    #expect(try MessageFormat.decodePushBatch(bytes, limit: 1000) == batch)
  }

  @Test(
    arguments: [
      (
        .results([
          .applied(Revision(58)), .conflict(revision: Revision(60), isDeleted: false), .refused(.tooLarge),
        ]),
        """
        {"n":17,"results":[{"rev":58,"s":"applied"},{"deleted":false,"rev":60,"s":"conflict"},\
        {"code":"too_large","s":"refused"}]}
        """
      ),
      (
        .results([.refused(.plainText), .refused(.missingBlob), .refused(.overQuota)]),
        """
        {"n":17,"results":[{"code":"plain_text","s":"refused"},{"code":"missing_blob","s":"refused"},\
        {"code":"over_quota","s":"refused"}]}
        """
      ),
      (
        .epochChanged(EpochChange(epoch: epoch, forkedAt: Revision(31))),
        #"{"epoch":"0000000000000000000000000000001f","error":"epoch","forkedAt":31}"#
      ),
      (.staleBatch, #"{"error":"stale_batch"}"#), (.deviceForked, #"{"error":"device_forked"}"#),
    ] as [(PushReply, String)])
  func `an answer to a batch has the documented form`(reply: PushReply, expected: String) {
    #expect(Self.text(MessageFormat.encode(reply, to: Self.batch)) == expected)
  }

  @Test(
    arguments: [
      (
        .page(
          ChangesPage(
            head: Revision(97),
            items: [
              VaultItem(id: first, revision: Revision(43), payload: Array("Bread".utf8)),
              VaultItem(id: second, revision: Revision(44), payload: nil),
            ], hasMore: true)),
        """
        {"changes":[\
        {"data":"QnJlYWQ=","deleted":false,"id":"019a0c3e-5f7a-7c31-9b1e-2d3c4b5a6978","rev":43},\
        {"deleted":true,"id":"00000000-0000-0000-0000-000000000001","rev":44}],"head":97,"more":true}
        """
      ),
      (
        .epochChanged(EpochChange(epoch: epoch, forkedAt: .none)),
        #"{"epoch":"0000000000000000000000000000001f","error":"epoch","forkedAt":0}"#
      ),
      (.resync, #"{"error":"resync"}"#),
    ] as [(ChangesReply, String)])
  func `an answer to a question looks as the protocol shows it`(reply: ChangesReply, expected: String) {
    #expect(Self.text(MessageFormat.encode(reply)) == expected)
  }

  @Test func `a request for changes is the query of a URL`() {
    let request = ChangesRequest(epoch: Self.epoch, after: Revision(42), floor: Revision(40), limit: 200)
    #expect(
      MessageFormat.encode(request) == "after=42&epoch=0000000000000000000000000000001f&floor=40&limit=200")
    let first = ChangesRequest(epoch: nil, after: .none, floor: nil, limit: 1)
    #expect(MessageFormat.encode(first) == "after=0&limit=1")
    let item = ChangesRequest(epoch: nil, after: .none, floor: nil, limit: 1, only: Keyring.item)
    #expect(MessageFormat.encode(item) == "after=0&limit=1&only=ffffffff-ffff-ffff-ffff-ffffffffffff")
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `messages round-trip`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<40 {
      let batch = random.batch()
      let bytes = MessageFormat.encode(batch)
      #expect(try MessageFormat.decodePushBatch(bytes, limit: bytes.count) == batch, "seed \(seed)")
      let reply = random.reply(to: batch)
      let answer = MessageFormat.encode(reply, to: batch)
      #expect(try MessageFormat.decodePushReply(answer, to: batch, limit: answer.count) == reply, "seed \(seed)")
      let changes = random.changesReply()
      let page = MessageFormat.encode(changes)
      #expect(try MessageFormat.decodeChangesReply(page, limit: page.count) == changes, "seed \(seed)")
      let request = random.changesRequest()
      #expect(try MessageFormat.decodeChangesRequest(MessageFormat.encode(request)) == request, "seed \(seed)")
    }
  }

  @Test func `a large payload round-trips`() throws {
    let payload = (0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let page = ChangesPage(
      head: Revision(1), items: [VaultItem(id: Self.first, revision: Revision(1), payload: payload)], hasMore: false)
    #expect(
      try MessageFormat.decodeChangesReply(MessageFormat.encode(.page(page)), limit: 2_000_000) == .page(page))
  }

  @Test func `every prefix of a message is rejected`() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<20 {
      let batch = random.batch()
      let messages = [
        MessageFormat.encode(batch), MessageFormat.encode(random.reply(to: batch), to: batch),
        MessageFormat.encode(random.changesReply()),
      ]
      for length in 0..<messages[0].count {
        #expect(throws: MessageDecodingError.self) {
          try MessageFormat.decodePushBatch(Array(messages[0].prefix(length)), limit: .max)
        }
      }
      for length in 0..<messages[1].count {
        #expect(throws: MessageDecodingError.self) {
          try MessageFormat.decodePushReply(Array(messages[1].prefix(length)), to: batch, limit: .max)
        }
      }
      for length in 0..<messages[2].count {
        #expect(throws: MessageDecodingError.self) {
          try MessageFormat.decodeChangesReply(Array(messages[2].prefix(length)), limit: .max)
        }
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `damaged messages are decoded or rejected, without a crash`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let batch = random.batch()
      var bytes = MessageFormat.encode(random.changesReply())
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: index)
        default: bytes.insert(#"{}[]",:\u0-1e.tf"#.utf8.randomElement(using: &random) ?? 0, at: index)
        }
        if bytes.isEmpty { break }
      }
      _ = try? MessageFormat.decodeChangesReply(bytes, limit: .max)
      _ = try? MessageFormat.decodePushReply(bytes, to: batch, limit: .max)
      _ = try? MessageFormat.decodePushBatch(bytes, limit: .max)
    }
  }
}
