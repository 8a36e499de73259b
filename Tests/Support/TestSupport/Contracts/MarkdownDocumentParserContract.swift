import NotesDomain
package import NotesTransfer
import Testing

/// The contract of ``MarkdownDocumentParser``, checked against each implementation.
package enum MarkdownDocumentParserContract {
  /// A clause of the contract.
  package typealias Clause = ContractClause<any MarkdownDocumentParser>

  /// All clauses.
  package static let clauses: [Clause] = [
    Clause("A document without front matter is its text, and was modified at the time") { parser async throws in
      let document = parser.document("# Tea\n\nGreen.", modified: FixedClock.start)
      #expect(document.body == "# Tea\n\nGreen." && document.title == nil && document.path == "document.md")
      #expect(document.fileModified == FixedClock.start && document.frontMatterProblem == nil)
    },
    Clause("The known keys are read, and the text after them is unchanged") { parser async throws in
      let document = parser.document(
        """
        ---
        title: Rye
        tags: [kitchen, bread]
        created: 2026-03-14T09:26:53Z
        pinned: true
        ---

        Bake.

        """, modified: FixedClock.start)
      #expect(document.title == "Rye" && document.tags.map(\.name) == ["kitchen", "bread"] && document.isPinned)
      #expect(document.created == Timestamp(iso8601: "2026-03-14T09:26:53Z"))
      #expect(document.body == "\nBake.\n")
    },
    Clause("The key notebook is the folder of the path") { parser async throws in
      let document = parser.document("---\nnotebook: Kitchen/Bread\n---\nx", modified: FixedClock.start)
      #expect(document.path == "Kitchen/Bread/document.md" && document.foreignFrontMatter.isEmpty)
    },
    Clause("Lines of other keys are kept as they are") { parser async throws in
      let document = parser.document("---\ntitle: Rye\naliases: Roggen\n---\nx", modified: FixedClock.start)
      #expect(document.foreignFrontMatter == "aliases: Roggen\n" && document.frontMatterProblem == nil)
    },
    Clause("A key modified is the time of the change, and is kept without it") { parser async throws in
      let document = parser.document("---\nmodified: 2026-03-14T09:26:53Z\na: b\n---\nx", modified: FixedClock.start)
      #expect(document.modified == Timestamp(iso8601: "2026-03-14T09:26:53Z"))
      #expect(document.foreignFrontMatter == "modified:\na: b\n")
    },
    Clause("A value of another type is reported and kept, and the rest is read") { parser async throws in
      let document = parser.document(
        "---\ntitle: Rye\ncreated: yesterday\nnotebook: .hidden\n---\nx", modified: FixedClock.start)
      #expect(document.frontMatterProblem != nil && document.title == "Rye" && document.path == "document.md")
      #expect(document.foreignFrontMatter == "created: yesterday\nnotebook: .hidden\n")
    },
  ]
}
