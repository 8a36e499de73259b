package import NotesDomain
import Testing

/// Every promise of ``PasswordHasher`` but its cost, to be checked over each implementation.
package enum PasswordHasherContract {
  /// A promise of the port.
  package typealias Clause = ContractClause<any PasswordHasher>

  /// All promises.
  package static let clauses: [Clause] = [
    Clause("A password is recognized by its hash, and another one is not") { hasher async throws in
      let hash = try await hasher.hash(password("correct horse"))
      #expect(try await hasher.verify(password("correct horse"), against: hash) == (true, false))
      for other in ["correct horsf", "correct hors", "correct horse ", "Correct horse"] {
        #expect(try await !hasher.verify(password(other), against: hash).matches, "\(other)")
      }
    },
    Clause("All bytes count, to the last of the longest password") { hasher async throws in
      let long = String(repeating: "ü", count: Password.maximumBytes / 2 - 1)
      let hash = try await hasher.hash(password(long + "ab"))
      #expect(try await hasher.verify(password(long + "ab"), against: hash).matches)
      #expect(try await !hasher.verify(password(long + "ac"), against: hash).matches)
      let zero = try await hasher.hash(password("nothing\u{0}behind"))
      #expect(try await !hasher.verify(password("nothing\u{0}before"), against: zero).matches)
    },
    Clause("Nobody has a password, and what is no hash matches none") { hasher async throws in
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
