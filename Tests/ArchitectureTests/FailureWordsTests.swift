import Testing

/// Each error that a port declares, or a transfer, has one sentence for all fronts, beside the view-models.
@Suite("Words of failures") struct FailureWordsTests {
  /// The errors that reach no screen as they are, with what becomes of them.
  private static let others: [Substring: String] = [
    "AccountError": "the server's: its routes answer with a status",
    "DatabaseAddressError": "the command line's: a validation error of an option",
    "EditorError": "in an error of its view-models, which names the draft",
    "EscapeError": "in the position that a parser of JSON reports",
    "HostError": "of the programs' own servers, which each front starts in its own way",
    "MarkdownFileError": "in the report of an import, a row for each file",
    "NoteExcess": "in the errors of what exceeds a limit",
    "PayloadDecodingError": "in the errors of sync",
    "SealError": "in the errors of encryption",
    "ServerAddressError": "the command line's: a validation error of an argument",
    "ServiceError": "the server's: its routes answer with a status",
  ]

  @Test func `each error of a port is in words, or never reaches a screen as it is`() throws {
    let core = Layer.ofTarget.filter { [.core, .part, .transfer].contains($0.value) }.map {
      $0.key.dropFirst("Notes".count)
    }
    let declared = try core.flatMap { folder in
      try Checkout.swiftFiles(under: "Sources/Notes/\(folder)").flatMap { file in
        file.text.matches(of: /package (?:enum|struct) (\w+): (?:\w+, )*Error\b/).map(\.1)
      }
    }
    let described = try Checkout.swiftFiles(under: "Sources/Notes/ViewModels").flatMap { file in
      file.text.matches(of: /extension (\w+): (?:\w+, )*DescribedFailure\b/).map(\.1)
    }
    #expect(Set(declared).subtracting(described) == Set(Self.others.keys))
  }
}
