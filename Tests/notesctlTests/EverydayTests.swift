import Foundation
import Testing

/// The table of `docs/everyday.md`, whose last column is a session of the built program.
@Suite struct EverydayTests {
  private let page: String
  private let steps: [EverydayStep]

  init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    page = try String(contentsOf: root.appending(path: "docs/everyday.md"), encoding: .utf8)
    steps = page.split(separator: "\n").compactMap { EverydayStep(row: String($0)) }
  }

  @Test func `each of forty steps takes no more keystrokes than with zk or nb, unless it is marked`() {
    #expect(steps.count == 40)
    for step in steps {
      guard let other = step.shortestOther else { continue }
      #expect((step.command.count > other) == step.isMarked, "\(step.name)")
    }
  }

  @Test func `the keystrokes below the table are those of its rows, and fewer than with zk or nb`() {
    let compared = steps.compactMap { step in step.shortestOther.map { (own: step.command.count, other: $0) } }
    let (own, other) = (compared.map(\.own).reduce(0, +), compared.map(\.other).reduce(0, +))
    // The names are n, and zk or nb.
    let (ownRest, otherRest) = (own - compared.count, other - 2 * compared.count)
    #expect(own < other && ownRest < otherRest)
    for sum in [
      "The \(compared.count) steps that another one has take \(own) keystrokes instead of \(other), ",
      "or \(ownRest) instead of \(otherRest) without",
    ] { #expect(page.contains(sum)) }
  }

  @Test func `the session runs on a terminal, each step with status 0`() throws {
    // Given
    let folder = TemporaryFolder()
    let files = [
      ".config/notesctl/config.yaml":
        "searches:\n  recents: after:yesterday\naliases:\n  recents: list after:yesterday\n",
      "vault/Oven.md": "# Oven\n[[Rye]]\n", "oven.jpg": "x", "bin/fzf": "#!/bin/sh\nhead -n 1\n",
      "session.sh": "chmod +x bin/fzf\nn() { \"$NOTESCTL\" \"$@\"; }\n"
        + steps.map { "\($0.command)\necho $? >>statuses\n" }.joined(),
    ]
    for (path, text) in files { try folder.write(Data(text.utf8), to: path) }
    var program = Executable(folder: folder)
    program.environment = [
      "PATH": folder.path + "/bin:/usr/bin:/bin", "TERM": "dumb", "NOTESCTL_PAGER": "cat",
      "NOTESCTL_MOCK_NETWORK": folder.path + "/server.sqlite",
      "EDITOR": #"sh -c 'echo "Rye flour [[Rye]]" >>"$1"' -"#,
    ]
    // When
    let run = try program.run("NOTESCTL=\"$0\" exec script -qec 'bash session.sh' /dev/null", in: "/bin/sh")
    // Then
    let statuses = try String(contentsOfFile: folder.path + "/statuses", encoding: .utf8).split(separator: "\n")
    let failed = zip(steps, statuses).filter { $1 != "0" }.map { "\($0.command): \($1)" }
    #expect(failed.isEmpty && statuses.count == steps.count, "\(run.output)")
    #expect(
      run.output.contains("Undid ") && FileManager.default.fileExists(atPath: folder.path + "/out/kitchen/Tea.md"))
  }
}

/// A row of the table: a step, and the command for it in each program.
private struct EverydayStep {
  let name: String
  /// The number of keystrokes in zk or nb, of the shorter one; `nil` if neither has a command.
  let shortestOther: Int?
  let command: String

  /// Whether the row says that another program is shorter.
  var isMarked: Bool { name.hasSuffix("†") }

  /// Reads a row; `nil` for another line of the page.
  init?(row: String) {
    let cells = row.replacing("\\|", with: "\u{0}").split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.replacing("\u{0}", with: "|").trimmingCharacters(in: .whitespaces) }
    guard cells.count == 6, cells[4].hasPrefix("`") else { return nil }
    name = cells[1]
    shortestOther = cells[2...3].filter { $0 != "–" }.map { $0.count - 2 }.min()
    command = cells[4].trimmingCharacters(in: ["`"])
  }
}
