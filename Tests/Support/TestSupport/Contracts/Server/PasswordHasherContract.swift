import NotesDomain
package import NotesHosting
import Testing

/// The contract of ``PasswordHasher`` except for its cost, checked against each implementation.
package enum PasswordHasherContract {
  /// A clause of the contract.
  package typealias Clause = ContractClause<any PasswordHasher>

  /// All clauses.
  package static let clauses: [Clause] = [
    Clause("Only the right password matches a hash") { hasher async throws in
      let hash = try await hasher.hash(password("correct horse"))
      #expect(try await hasher.verify(password("correct horse"), against: hash) == (true, false))
      for other in ["correct horsf", "correct hors", "correct horse ", "Correct horse"] {
        #expect(try await !hasher.verify(password(other), against: hash).matches, "\(other)")
      }
    },
    Clause("All bytes of the longest password count") { hasher async throws in
      let long = String(repeating: "ü", count: Password.maximumBytes / 2 - 1)
      let hash = try await hasher.hash(password(long + "ab"))
      #expect(try await hasher.verify(password(long + "ab"), against: hash).matches)
      #expect(try await !hasher.verify(password(long + "ac"), against: hash).matches)
      let zero = try await hasher.hash(password("nothing\u{0}behind"))
      #expect(try await !hasher.verify(password("nothing\u{0}before"), against: zero).matches)
    },
    Clause("No password matches a missing or invalid hash") { hasher async throws in
      for text in ["", "$", "no hash", "$scrypt$", "$argon2id$v=19$m=1,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA"] {
        let answer = try await hasher.verify(password("correct horse"), against: PasswordHash(text: text))
        #expect(answer == (false, false), "\(text)")
      }
      #expect(try await hasher.verify(password("correct horse"), against: nil) == (false, false))
    },
  ]

  private static func password(_ text: String) throws -> Password {
    try #require(Password(text))
  }
}
