import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesServer

@Suite("Passwords by scrypt") struct ScryptPasswordHasherTests {
  private let randomness = SeededRandomness()

  private func hasher(_ logarithm: Int = 4) -> ScryptPasswordHasher {
    ScryptPasswordHasher(
      parameters: ScryptParameters(logarithm: logarithm, blockSize: 8, parallelism: 1), randomness: randomness)
  }

  /// The third vector of RFC 7914, section 12, as a PHC string.
  private let published = PasswordHash(
    text: "$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$"
      + "cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7RVdYhw")

  @Test func `the published test vector matches, and is outdated`() async throws {
    let hasher = hasher(14)
    #expect(try await hasher.verify(.of("pleaseletmein"), against: published) == (true, true))
    #expect(try await hasher.verify(.of("pleaseletmeIn"), against: published) == (false, false))
  }

  @Test func `a hash contains its parameters and a random salt`() async throws {
    let hasher = hasher()
    let hashes = [try await hasher.hash(.of("correct horse")), try await hasher.hash(.of("correct horse"))]
    #expect(hashes[0] != hashes[1])
    for hash in hashes {
      #expect(hash.text.wholeMatch(of: /\$scrypt\$ln=4,r=8,p=1\$[A-Za-z0-9+\/]{22}\$[A-Za-z0-9+\/]{43}/) != nil)
    }
  }

  @Test func `a hash with other parameters matches, and is outdated`() async throws {
    let hash = try await hasher(4).hash(.of("correct horse"))
    #expect(try await hasher(5).verify(.of("correct horse"), against: hash) == (true, true))
    #expect(try await hasher(5).verify(.of("another horse"), against: hash) == (false, false))
  }

  @Test func `a hash with more than twice the recommended cost matches nothing`() async throws {
    let dear = try await hasher(6).hash(.of("correct horse"))
    #expect(try await hasher(5).verify(.of("correct horse"), against: dear).matches)
    #expect(try await !hasher(4).verify(.of("correct horse"), against: dear).matches)
  }

  @Test(
    arguments: [
      "ln=18,r=8,p=1": true, "ln=19,r=8,p=1": false, "ln=17,r=16,p=1": true, "ln=17,r=17,p=1": false,
      "ln=17,r=8,p=2": true, "ln=17,r=8,p=3": false, "ln=1,r=1,p=1": true, "ln=0,r=8,p=1": false,
      "ln=63,r=8,p=1": false, "ln=17,r=1024,p=1024": false, "ln=017,r=8,p=1": false, "ln=-1,r=8,p=1": false,
      "ln=17,r=8": false, "r=8,ln=17,p=1": false, "ln=17,r=8,p=99999999999999999999": false,
    ]
  ) func `a stored hash does not decide how much memory is used`(parameters: String, isWithinCost: Bool) {
    let hash = ScryptHash(
      PasswordHash(text: "$scrypt$\(parameters)$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"))
    #expect((hash?.parameters.isWithinCost(of: .recommended) ?? false) == isWithinCost)
  }

  @Test func `parallelism does not increase the allowed memory`() {
    let limit = ScryptParameters(logarithm: 10, blockSize: 8, parallelism: 4)
    let isWithinCost = (10...13).map { logarithm in
      ScryptParameters(logarithm: logarithm, blockSize: 8, parallelism: 1).isWithinCost(of: limit)
    }
    #expect(isWithinCost == [true, true, false, false])
  }

  @Test(arguments: [
    "$scrypt$ln=4,r=8,p=1$AAAAAAAAAAA$", "$scrypt$ln=4,r=8,p=1$$AAAAAAAAAAAAAAAAAAAAAA",
    "$scrypt$ln=4,r=8,p=1$AAAAAAAAAAA=$AAAAAAAAAAAAAAAAAAAAAA",
    "$scrypt$ln=4,r=8,p=1$AAAAAAAAAAB$AAAAAAAAAAAAAAAAAAAAAA",
    "scrypt$ln=4,r=8,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
    "$scrypt$ln=4,r=8,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA$",
    "$scrypt$ln=4,r=8,p=1$AAAA AAAAAA$AAAAAAAAAAAAAAAAAAAAAA", "$scrypt$ln=4,r=8,p=1$AA$AAAAAAAAAAAAAAAAAAAAAA",
  ])
  func `invalid hashes are rejected`(text: String) {
    #expect(ScryptHash(PasswordHash(text: text)) == nil)
  }

  @Test func `every number of bytes survives a round trip`() {
    for count in 0...66 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count &+ 200) }
      #expect(Base64.decodeUnpadded(Substring(Base64.encodeUnpadded(bytes))) == bytes)
    }
  }

  @Test func `concurrent verifications run one by one`() async throws {
    let hasher = hasher()
    let hash = try await hasher.hash(.of("correct horse"))
    let matches = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<50 {
        group.addTask {
          try await hasher.verify(
            .of(number.isMultiple(of: 2) ? "correct horse" : "another horse"), against: hash
          ).matches
        }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(matches == 25)
  }

  @Test func `the module uses the recommended parameters`() async throws {
    #expect(ScryptParameters.recommended == ScryptParameters(logarithm: 17, blockSize: 8, parallelism: 1))
    #expect(ScryptParameters.recommended.memory == 134_217_728)
  }
}
