package import NotesDomain
import Testing

/// The contract of ``DraftStore``, checked against each implementation.
package enum DraftStoreContract {
  /// A clause of the contract.
  package typealias Clause = ContractClause<any DraftStore>

  /// All clauses.
  package static let clauses: [Clause] = [
    Clause("A draft contains its initial text, byte for byte") { store async throws in
      for text in ["", "Bread.\n", "a\u{0}b\r\n🍞\u{FEFF}", String(repeating: "x", count: 1_000_000)] {
        let draft = try await store.create(named: "Bread", text: text)
        #expect(Array(try await store.text(of: draft).utf8) == Array(text.utf8))
      }
    },
    Clause("A draft keeps bytes that are not UTF-8, and says where they are wrong") { store async throws in
      let draft = try await store.create(named: "Latin", bytes: [0x61, 0xC3, 0x28])
      #expect(try await store.drafts().map(\.bytes) == [3])
      await #expect(throws: DraftError.notUTF8(path: draft.path, offset: 1)) { try await store.text(of: draft) }
    },
    Clause("A draft is a Markdown file whose name starts with the draft's name") { store async throws in
      let draft = try await store.create(named: "Sourdough", text: "")
      let name = try #require(draft.path.split(separator: "/").last)
      #expect(name.hasPrefix("Sourdough-"))
      #expect(name.hasSuffix(".md"))
    },
    Clause("Drafts with one name are independent") { store async throws in
      var drafts: [Draft] = []
      for number in 0..<5 { drafts.append(try await store.create(named: "Same", text: "\(number)")) }
      #expect(Set(drafts).count == 5)
      for (number, draft) in drafts.enumerated() { #expect(try await store.text(of: draft) == "\(number)") }
    },
    Clause("Every title is a valid name") { store async throws in
      for name in ["", "..", "a/b/../c", "\u{0}", ".hidden", String(repeating: "長", count: 500), "-rf *"] {
        let draft = try await store.create(named: name, text: name)
        #expect(try await store.text(of: draft) == name)
      }
    },
    Clause("Drafts that are left are listed with their names and sizes") { store async throws in
      #expect(try await store.drafts().isEmpty)
      let drafts = try await [store.create(named: "Rye bread", text: "1"), store.create(named: "a-b", text: "äöü")]
      try await store.remove(store.create(named: "Gone", text: "x"))
      let found = try await store.drafts()
      #expect(Set(found.map(\.draft)) == Set(drafts))
      #expect(Set(found.map { "\($0.name) \($0.bytes)" }) == ["Rye bread 1", "a-b 6"])
      #expect(found.map(\.modified) == found.map(\.modified).sorted().reversed())
    },
    Clause("A draft is open until its lease ends") { store async throws in
      let drafts = try await [store.create(named: "Tea", text: "1"), store.create(named: "Rye", text: "2")]
      func open() async throws -> [String] { try await store.drafts().filter(\.isOpen).map(\.name) }
      #expect(try await open() == [])
      var lease: DraftLease? = store.open(drafts[0])
      #expect(try await open() == ["Tea"])
      withExtendedLifetime(lease) {}
      lease = nil
      #expect(try await open() == [])
      #expect(try await store.drafts().count == 2)
    },
    Clause("Drafts have different ids, which stay when others are removed") { store async throws in
      var drafts: [Draft] = []
      for _ in 0..<3 { drafts.append(try await store.create(named: "Rye-bread", text: "x")) }
      let before = try await store.drafts()
      #expect(Set(before.map(\.id)).count == 3 && before.allSatisfy { !$0.id.isEmpty && !$0.id.contains("-") })
      try await store.remove(drafts[1])
      #expect(try await store.drafts().map(\.id) == before.filter { $0.draft != drafts[1] }.map(\.id))
    },
    Clause("A draft is removed, idempotently") { store async throws in
      let draft = try await store.create(named: "Gone", text: "x")
      let other = try await store.create(named: "Gone", text: "y")
      try await store.remove(draft)
      await #expect(throws: DraftError.self) { try await store.text(of: draft) }
      try await store.remove(draft)
      #expect(try await store.text(of: other) == "y")
    },
  ]
}
