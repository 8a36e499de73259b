import Testing

/// Keeps the sources readable, and shows each rule an example of what it finds.
@Suite struct ReadabilityTests {
  private func file(_ text: String) -> SourceFile { SourceFile(path: "A.swift", text: text) }

  @Test func `the summaries of the sources are noun phrases and verb phrases`() throws {
    #expect(Readability.summaries(in: try Checkout.swiftFiles(under: "Sources")) == [])
  }

  @Test func `the comments of the sources say who acts`() throws {
    #expect(Readability.words(in: try Checkout.swiftFiles(under: "Sources")) == [])
  }

  @Test func `functions of the sources label their parameters`() throws {
    #expect(Readability.unlabelledParameters(in: try Checkout.swiftFiles(under: "Sources")) == [])
  }

  @Test func `files of the sources hold an idea each`() throws {
    #expect(Readability.fragments(in: try Checkout.swiftFiles(under: "Sources")) == [])
  }

  @Test func `a summary that opens like a question is found, and a second line is not`() {
    let text =
      "/// Which notes a list shows.\nlet a = 1\n\n  /// The notes of a list.\n  /// Which ones does not matter.\n"
    #expect(
      Readability.summaries(in: [file(text)]) == [
        "A.swift:1: begin the summary with a noun phrase (a value) or a verb (a function): Which notes a list shows."
      ])
  }

  @Test func `a word for an unknown actor is found in a comment, and not in code`() {
    let text = "// Nobody waits here.\nlet nobody = 1\n/// Waits for whoever writes.\n"
    #expect(
      Readability.words(in: [file(text)]) == [
        "A.swift:1: say which caller, process or person instead of 'Nobody'",
        "A.swift:3: say which caller, process or person instead of 'whoever'",
      ])
  }

  @Test func `a function with three unlabelled parameters is found, and one with two is not`() {
    let text = "func a<T>(_ b: T, _ c: (Int, Int), d: Int,\n  _ e: Int) {}\nfunc f(_ a: Int, _ b: Int, c: Int) {}\n"
    #expect(
      Readability.unlabelledParameters(in: [file(text)]) == [
        "A.swift: label the parameters of 'a': at most two can go without"
      ])
  }

  @Test func `many small files are found, and a few are not`() {
    let long = SourceFile(path: "B.swift", text: String(repeating: "let a = 1\n", count: 21))
    #expect(Readability.fragments(in: [file("// A\n\nlet a = 1\n"), long]).count == 1)
    #expect(Readability.fragments(in: [file("let a = 1\n")] + Array(repeating: long, count: 6)) == [])
  }
}
