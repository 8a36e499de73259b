package import NotesDomain
import Testing

/// The contract of ``NoteTemplateStore``, checked against each implementation.
package enum NoteTemplateStoreContract {
  /// A store without templates, and a way to write one.
  package struct Subject: Sendable {
    let templates: any NoteTemplateStore
    let write: @Sendable (_ name: String, _ text: String) throws -> Void

    package init(
      templates: any NoteTemplateStore, write: @escaping @Sendable (_ name: String, _ text: String) throws -> Void
    ) {
      self.templates = templates
      self.write = write
    }
  }

  /// A clause of the contract.
  package typealias Clause = ContractClause<Subject>

  /// All clauses.
  package static let clauses: [Clause] = [
    Clause("Without a folder there are no templates") { subject async throws in
      #expect(try subject.templates.names().isEmpty)
      #expect(try subject.templates.template(named: "meeting") == nil)
    },
    Clause("A template is its text, byte for byte") { subject async throws in
      try subject.write("meeting", "# {{title}}\r\n\n")
      let template = try #require(try subject.templates.template(named: "meeting"))
      #expect(Array(template.text.utf8) == Array("# {{title}}\r\n\n".utf8) && template.path.hasSuffix("meeting.md"))
      #expect(try subject.templates.template(named: "other") == nil)
    },
    Clause("Names are in alphabetical order") { subject async throws in
      for name in ["today", "book review", "meeting"] { try subject.write(name, "x") }
      #expect(try subject.templates.names() == ["book review", "meeting", "today"])
    },
    Clause("A text that is no name of a file is no template") { subject async throws in
      try subject.write("meeting", "x")
      for name in ["", ".", "..", "../meeting", "./meeting", "/etc/passwd"] {
        #expect(try subject.templates.template(named: name) == nil, "\(name)")
      }
    },
  ]
}
