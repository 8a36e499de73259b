import NotesDomain
import NotesTestSupport
import Testing

@Suite struct PayloadKindTests {
  @Test func `each note is plain, also an empty one`() {
    let zero = Timestamp(millisecondsSince1970: 0)
    let empty = Note(id: SequentialNoteIDGenerator.id(1), title: "", body: "", created: zero, modified: zero)
    for note in [Note.sample(1), empty] {
      let payload = NotePayload.encode(note)
      #expect(payload.first == 0x08)
      #expect(PayloadKind.isPlain(payload))
      #expect(!PayloadKind.isKeyring(payload))
    }
  }

  @Test(arguments: [[], [1], [0x4E], [0x4E, 0x4B], [0x6E, 0x6B, 0x72]] as [[UInt8]])
  func `other payloads are neither`(payload: [UInt8]) {
    #expect(!PayloadKind.isPlain(payload))
    #expect(!PayloadKind.isKeyring(payload))
  }

  @Test func `a keyring begins with its mark`() {
    #expect(PayloadKind.keyringMark == Array("NKR".utf8))
    for rest in [[], [1], [0x08]] as [[UInt8]] {
      #expect(PayloadKind.isKeyring(PayloadKind.keyringMark + rest))
      #expect(!PayloadKind.isPlain(PayloadKind.keyringMark + rest))
    }
  }

  @Test func `a version that was set aside is not plain`() {
    for reason in SetAsideVersion.Reason.allCases {
      #expect(!PayloadKind.isPlain(SetAsideVersion([0x08], because: reason).payload))
    }
  }
}
