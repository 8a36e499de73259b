import NotesDomain
import NotesTestSupport
import Testing

@Suite struct VaultKeysTests {
  private let first: VaultKey
  private let second: VaultKey
  private let third: VaultKey

  init() {
    let randomness = SeededRandomness(seed: 3)
    first = VaultKey(using: randomness)
    second = VaultKey(using: randomness)
    third = VaultKey(using: randomness)
  }

  private func keys(_ current: VaultKey, _ earlier: VaultKey...) -> VaultKeys {
    VaultKeys(vault: .main, current: current, earlier: earlier)
  }

  @Test func `a device takes the key that followed its own`() throws {
    #expect(try keys(first).adopting(keys(second, first)) == keys(second, first))
    #expect(try keys(second, first).adopting(keys(second, first)) == keys(second, first))
  }

  @Test func `a device keeps each key that it has`() throws {
    #expect(try keys(first).adopting(keys(third)) == keys(third, first))
    #expect(try keys(second, first).adopting(keys(second)) == keys(second, first))
  }

  @Test func `a device goes back to no key that was replaced`() {
    #expect(throws: KeyringError.outdated) { try keys(second, first).adopting(keys(first)) }
  }

  @Test func `a name stands for one key`() throws {
    let other = try #require(VaultKey(id: first.id, secret: second.secret))
    #expect(throws: KeyringError.damaged) { try keys(first).adopting(keys(other)) }
    #expect(throws: KeyringError.damaged) { try keys(first).adopting(keys(second, other)) }
  }

  @Test func `the numbers of keyrings begin at one and end`() {
    let numbers: [UInt32] = [0, 1, 2, .max]
    let generations = numbers.map { number in KeyringGeneration(number) }
    #expect(generations.map { $0?.number } == [nil, 1, 2, .max])
    #expect(generations.map { $0?.next?.number } == [nil, 2, 3, nil])
    #expect(generations[1] == .first)
  }

  @Test func `a keyring that is full is taken, and each key is there once`() throws {
    let randomness = SeededRandomness(seed: 2)
    let others = (0..<60_000).map { _ in VaultKey(using: randomness) }
    let (current, next) = (VaultKey(using: randomness), VaultKey(using: randomness))
    let keys = VaultKeys(vault: .main, current: current, earlier: others)
    let opened = VaultKeys(vault: .main, current: next, earlier: [current] + others.reversed())
    #expect(try keys.adopting(opened) == opened)
  }

  @Test func `an earlier key is the held one, whatever a keyring has beside its name`() throws {
    let randomness = SeededRandomness(seed: 1)
    let (current, held, next) = (
      VaultKey(using: randomness), VaultKey(using: randomness), VaultKey(using: randomness)
    )
    let other = try #require(VaultKey(id: held.id, secret: VaultKey(using: randomness).secret))
    let keys = VaultKeys(vault: .main, current: current, earlier: [held])
    #expect(try keys.adopting(VaultKeys(vault: .main, current: current, earlier: [other])) == keys)
    #expect(
      try keys.adopting(VaultKeys(vault: .main, current: next, earlier: [current, other]))
        == VaultKeys(vault: .main, current: next, earlier: [current, held]))
  }
}
