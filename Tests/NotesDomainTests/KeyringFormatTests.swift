import NotesDomain
import NotesTestSupport
import Testing

@Suite struct KeyringFormatTests {
  @Test(arguments: [[], [1], [1, 2, 3]] as [[UInt64]])
  func `a keyring is read as it was written`(earlier: [UInt64]) throws {
    // Given
    let keyring = KeyringFormat.sample(generation: 4_294_967_295, earlier: earlier)
    // When
    let (read, mac) = try KeyringFormat.read(keyring.stored)
    // Then
    #expect(read == keyring && read.bytes + mac == keyring.stored)
  }

  @Test func `no other length is a keyring`() {
    // Given
    let bytes = KeyringFormat.sample(earlier: [1]).stored
    for count in 0..<bytes.count {
      // When, then
      #expect(throws: KeyringError.damaged) { try KeyringFormat.read(Array(bytes.prefix(count))) }
    }
    #expect(throws: KeyringError.damaged) { try KeyringFormat.read(bytes + [0]) }
  }

  @Test func `the number 0 and another beginning are no keyring, and a later format is told apart`() {
    // Given
    var (number, mark, format) = (
      KeyringFormat.sample().stored, KeyringFormat.sample().stored, KeyringFormat.sample().stored
    )
    // When
    for place in 4..<8 { number[place] = 0 }
    mark[0] = 8
    format[3] = 2
    // Then
    #expect(throws: KeyringError.damaged) { try KeyringFormat.read(number) }
    #expect(throws: KeyringError.damaged) { try KeyringFormat.read(mark) }
    #expect(throws: KeyringError.unknownFormat(version: 2)) { try KeyringFormat.read(format) }
  }
}
