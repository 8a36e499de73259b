import Foundation
import Testing

/// The built program, as users and scripts run it.
@Suite(.serialized) struct ProcessTests {
  private let folder = TemporaryFolder()
  private var notesctl: Executable { Executable(folder: folder) }
  private var store: String { folder.path + "/.local/share/notesctl/notes.sqlite" }

  @Test func `a note is added, listed, shown and found`() throws {
    let added = try notesctl.run("add", "--title", "Sunday", "--tag", "walk", "A walk by the canal")
    let id = added.output.trimmingCharacters(in: .newlines)
    #expect(added.status == 0 && id.count == 36)
    let listed = try JSONDecoder().decode([Note].self, from: Data(notesctl.run("list", "--json").output.utf8))
    #expect(listed == [Note(id: id, title: "Sunday", tags: ["walk"])])
    #expect(try notesctl.run("show", String(id.prefix(12)), "--raw").output == "A walk by the canal")
    #expect(try notesctl.run("search", "canal").output.contains("Sunday"))
  }

  private struct Note: Codable, Equatable {
    let id: String
    let title: String
    let tags: [String]
  }

  @Test(arguments: [["--jsonl"], ["--json"]])
  func `notes as JSON go into an empty store without loss, and again without a change`(options: [String]) throws {
    let text = "# Rye\r\n\u{0}\u{1B}[31m #baking\n🍞 \u{FEFF}\"quoted\" \\\n"
    let rye = try notesctl.run("add", "-", "-b", "Kitchen: a/Bread", "-g", "kitchen", input: text).output
    let tea = try notesctl.run("add", "--title", "Tea: \"green\"", "--", "---\nTea").output
    let old = try notesctl.run("add", "-", "--front-matter", input: "---\ncreated: 1999-12-31\nx: [1]\n---\nOld\n")
      .output
    #expect(try notesctl.run("pin", rye.trimmingCharacters(in: .newlines)).status == 0)
    #expect(try notesctl.run("archive", tea.trimmingCharacters(in: .newlines)).status == 0)
    #expect(try notesctl.run("delete", old.trimmingCharacters(in: .newlines)).status == 0)
    let list = ["list", "--all", "--full"] + options
    let json = try notesctl.start(list, shell: "", input: nil).wait().output
    #expect(json.contains("Old"))
    let other = ["--data-dir", folder.path + "/other"]
    #expect(try notesctl.start(other + ["import", "-"], shell: "", input: json).wait().status == 0)
    #expect(try notesctl.start(other + list, shell: "", input: nil).wait().output == json)
    let again = try notesctl.start(other + ["import", "-"], shell: "", input: json).wait()
    #expect(again.error == "Imported 3 notes: 0 new, 0 updated, 3 unchanged.\n")
  }

  @Test func `bash completes titles as words, and runs nothing of them`() throws {
    for title in ["Green $(touch pwned) `touch pwned`", "Green \"it's\" & more", "Tea"] {
      #expect(try notesctl.run("add", "--title", title, "--", "x").status == 0)
    }
    let script = folder.path + "/completion.bash"
    try notesctl.run("--generate-completion-script", "bash").output.write(
      toFile: script, atomically: true, encoding: .utf8)
    let commands = ["show", "s", "--no-color ap", "--data-dir '\(folder.path)/.local/share/notesctl' e"]
    for command in commands {
      let count = command.split(separator: " ").count
      let run = try notesctl.run(
        """
        source '\(script)'; COMP_WORDS=("$0" \(command) gre) COMP_CWORD=\(count + 1) COMP_LINE="$0 \(command) gre"
        COMP_POINT=${#COMP_LINE}; _notesctl "$0" gre x; printf '%s\\n' "${COMPREPLY[@]}"
        """, in: "/bin/bash")
      // Bash would insert a title with these signs as it is, and run what is in it.
      #expect(run.output == "green \"it's\" & more\n" && run.error.isEmpty, "\(command)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/pwned"))
  }

  @Test func `completing creates no store and prints no errors`() throws {
    let run = try notesctl.run("--data-dir", folder.path + "/none", "complete", "note", "bash", "--", "x")
    #expect(run.status == 0 && run.output.isEmpty && run.error.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/none"))
  }

  @Test func `standard input becomes a note byte for byte`() throws {
    let text = "first\r\nsecond\u{1B}[0m\u{0}third\n"
    let id = try notesctl.run("add", "-", input: text).output.trimmingCharacters(in: .newlines)
    #expect(try notesctl.run("show", id, "--raw").output == text)
  }

  @Test func `standard input without an end is read to a limit, and its beginning is kept`() throws {
    let run = try notesctl.run("add", "-", shell: "</dev/zero")
    #expect(run.status == 65 && run.error.contains("its beginning is kept in \(folder.path)/.local/state"), "\(run)")
    #expect(try notesctl.run("drafts", "--jsonl", "--fields", "bytes").output == "{\"bytes\":32000001}\n")
    #expect(try notesctl.run("delete", "-", shell: "</dev/zero").status == 65)
  }

  @Test func `a password without an end is refused`() throws {
    let run = try notesctl.run("server", "user", "add", "ada", shell: "</dev/zero")
    #expect(run.status == 65 && run.error.contains("the password is longer than 1024 bytes"), "\(run)")
  }

  @Test func `an editor with arguments changes a note, and its draft is removed`() throws {
    let id = try notesctl.run("add", "one").output.trimmingCharacters(in: .newlines)
    var program = notesctl
    program.environment["EDITOR"] = "sed -i -e s/one/two/"
    #expect(try program.run("edit", id).status == 0)
    #expect(try program.run("show", id, "--raw").output == "two")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/.local/state/notesctl/drafts").isEmpty)
  }

  @Test func `an editor that fails keeps the draft and changes nothing`() throws {
    let id = try notesctl.run("add", "one").output.trimmingCharacters(in: .newlines)
    var program = notesctl
    program.environment["VISUAL"] = #"sh -c 'echo two > "$0"; exit 1'"#
    let run = try program.run("edit", id)
    #expect(run.status == 69 && run.error.contains("the text is kept in \(folder.path)/.local/state/notesctl/drafts/"))
    #expect(try program.run("drafts", "--jsonl", "--fields", "name").output == "{\"name\":\"one\"}\n")
    program.environment["VISUAL"] = "false"
    #expect(try program.run("edit", id).error.contains("the text is kept in") == false)
    #expect(try program.run("show", id, "--raw").output == "one")
  }

  @Test func `the resolution of a conflict is undone as a whole, and redone`() throws {
    // Given an import of a file whose line changed on both sides
    try folder.write(Data("one\n".utf8), to: "vault/Tea.md")
    #expect(try notesctl.run("import", folder.path + "/vault").status == 0)
    var program = notesctl
    program.environment["EDITOR"] = "sed -i -e s/one/two/"
    #expect(try program.run("edit", "Tea").status == 0)
    try folder.write(Data("three\n".utf8), to: "vault/Tea.md")
    _ = try notesctl.run("import", folder.path + "/vault")
    let conflict = try notesctl.run("conflicts", "--jsonl", "--fields", "id").output
    let id = try #require(conflict.split(separator: "\"").dropFirst(2).first { $0.count > 8 }.map(String.init))
    func state() throws -> [String] {
      let notes = try notesctl.run("list", "--jsonl", "--fields", "title,text").output
      return [notes, try notesctl.run("conflicts", "--jsonl").output]
    }
    let before = try state()
    // When
    #expect(try notesctl.run("conflicts", "resolve", id, "--keep", "ours").status == 0)
    let resolved = try state()
    #expect(resolved[1].isEmpty && resolved != before)
    // Then
    #expect(try notesctl.run("undo").status == 0)
    #expect(try state() == before)
    let redo = try notesctl.run("history", "--jsonl", "--fields", "number").output.split(separator: "\n")[0]
    #expect(try notesctl.run("undo", redo.filter(\.isNumber)).status == 0)
    #expect(try state() == resolved)
  }

  @Test func `a missing editor is reported with a hint`() throws {
    var program = notesctl
    program.environment["NOTESCTL_EDITOR"] = "no-such-editor -x"
    let run = try program.run("add")
    #expect(run.status == 69 && run.error.contains("cannot run the editor 'no-such-editor -x'"))
  }

  @Test func `only the owner can read files, whatever the umask`() throws {
    for umask in ["000", "077"] {
      let folder = TemporaryFolder()
      let shell = Process()
      shell.executableURL = URL(fileURLWithPath: "/bin/sh")
      shell.arguments = [
        "-c", "umask \(umask); exec \"$0\" --data-dir \"$1\" add text >/dev/null 2>&1", Executable.path,
        folder.path + "/a/b",
      ]
      try shell.run()
      shell.waitUntilExit()
      #expect(shell.terminationStatus == 0)
      for (name, mode) in [("a/b", 0o700), ("a/b/notes.sqlite", 0o600), ("a/b/notes.sqlite-wal", 0o600)] {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
        #expect(attributes[.posixPermissions] as? Int == mode, "\(name) with umask \(umask)")
      }
    }
  }

  @Test(arguments: ["d", "d/e", "./d", "d/"])
  func `the path of a store may be relative`(path: String) throws {
    #expect(try notesctl.run("--data-dir", path, "add", "text").status == 0)
    #expect(try notesctl.run("--data-dir", path, "list").output.contains("text"))
  }

  @Test func `a command that only reads creates no store, and refuses a chosen directory without one`() throws {
    let run = try notesctl.run("--data-dir", "mistyped", "list")
    #expect(run.status == 66 && run.error.contains("no notes at mistyped/notes.sqlite"))
    #expect(try notesctl.run("list").status == 0 && notesctl.run("stats").status == 0)
    #expect(try notesctl.run("search", "tea").status == 0)
    for place in ["/mistyped", "/.local/share"] {
      #expect(!FileManager.default.fileExists(atPath: folder.path + place), "\(place)")
    }
    #expect(try notesctl.run("--data-dir", "mistyped", "add", "Tea").status == 0)
    #expect(try notesctl.run("--data-dir", "mistyped", "list").output.contains("Tea"))
  }

  @Test func `an export whose front matter became comments in it is unchanged when it is imported`() throws {
    // Given
    for (name, lines) in [
      ("a", "tags: a\ntags: b\n"), ("b", "title: 2026-01-01\n"), ("c", "tags: ~\n"), ("d", "title: x\nmood: [\n"),
      ("e", "  title: indented\n\ttabs: x\n"), ("f", "title: One\ntitle: Two\n"),
    ] {
      try folder.write(Data("---\n\(lines)---\nbody of \(name)\n".utf8), to: "vault/\(name).md")
    }
    _ = try notesctl.run("import", "vault")
    #expect(try notesctl.run("export", "out").status == 0)
    let before = try notesctl.run("list", "--full", "--jsonl").output
    // When
    let run = try notesctl.run("import", "out")
    // Then
    #expect(run.error.contains("0 new, 0 updated, 6 unchanged"), "\(run.error)")
    #expect(try notesctl.run("list", "--full", "--jsonl").output == before)
  }

  @Test(arguments: [("lodz", "Łódź"), ("windows", "Windows"), ("安装", "安装"), ("ελλαδα", "Ελλάδα"), ("github", "GitHub")])
  func `a word is found in any script, and without its marks`(query: String, marked: String) throws {
    #expect(try notesctl.run("add", "Łódź, Ελλάδα, 在Windows上安装Docker, GitHub에서").status == 0)
    var terminal = notesctl
    terminal.environment["NOTESCTL_COLOR"] = "always"
    let run = try terminal.run("search", query)
    #expect(run.status == 0 && run.output.contains("m\(marked)\u{1B}["), "\(run.output)")
  }

  @Test func `a store is backed up, restored and checked`() throws {
    #expect(try notesctl.run("add", "first").status == 0)
    #expect(try notesctl.run("store", "backup", "b.sqlite").status == 0)
    #expect(try notesctl.run("add", "second").status == 0)
    #expect(try notesctl.run("store", "restore", "b.sqlite", "--force").status == 0)
    #expect(try notesctl.run("list", "--jsonl", "--fields", "title").output == "{\"title\":\"first\"}\n")
    let doctor = try notesctl.run("doctor", "--deep")
    #expect(doctor.status == 0 && doctor.output.contains("notes.sqlite.replaced-1"))
  }

  @Test func `reading does not wait for a writing process`() throws {
    let id = try notesctl.run("add", "text").output.trimmingCharacters(in: .newlines)
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    writer.arguments = ["sqlite3", store]
    let (input, output) = (Pipe(), Pipe())
    (writer.standardInput, writer.standardOutput) = (input, output)
    try writer.run()
    input.fileHandleForWriting.write(Data("BEGIN IMMEDIATE; SELECT 'began';\n".utf8))
    #expect(output.fileHandleForReading.availableData.isEmpty == false)
    #expect(try notesctl.run("show", id, "--raw").output == "text")
    #expect(try notesctl.run("list").status == 0)
    let blocked = try notesctl.run("pin", id)
    #expect(blocked.status == 75 && blocked.error.contains("is locked by another program"))
    try input.fileHandleForWriting.close()
    writer.waitUntilExit()
    #expect(try notesctl.run("pin", id).status == 0)
  }

  @Test func `a store of a newer version stays unchanged, with status 65`() throws {
    _ = try notesctl.run("add", "text")
    let change = Process()
    change.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    change.arguments = ["sqlite3", store, "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA user_version = 99"]
    change.standardOutput = FileHandle.nullDevice
    try change.run()
    change.waitUntilExit()
    let before = try Data(contentsOf: URL(fileURLWithPath: store))
    let run = try notesctl.run("list")
    #expect(run.status == 65 && run.error.contains("created by a newer notesctl"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: store)) == before)
  }

  @Test func `output to a full device ends with status 74`() throws {
    _ = try notesctl.run("add", "text")
    for command in ["list", "stats", "graph"] {
      let run = try notesctl.run(command, shell: ">/dev/full")
      #expect(run.status == 74 && run.error.contains("cannot write the output"), "\(command)")
    }
    #expect(try notesctl.run("--help", shell: ">/dev/full").status == 74)
  }

  @Test func `a file beyond the limit of sizes is an error, and the text is kept`() throws {
    #expect(try notesctl.run("add", "first").status == 0)
    let run = try notesctl.run("ulimit -f 8; echo precious | \"$0\" add -; echo \"status $?\"", in: "/bin/bash")
    #expect(run.output == "status 74\n" && run.error.contains("the text is kept in \(folder.path)/"), "\(run)")
    #expect(try notesctl.run("list", "--count").output == "1\n")
    #expect(try notesctl.run("drafts", "--jsonl", "--fields", "name").output == "{\"name\":\"precious\"}\n")
  }

  @Test(arguments: ["PIPE", "XFSZ"])
  func `an editor can be ended by the signals that the program ignores`(signal: String) throws {
    var program = notesctl
    program.environment["VISUAL"] = "sh -c 'kill -\(signal) $$; exit 1'"
    let run = try program.run("add")
    let number = signal == "PIPE" ? SIGPIPE : SIGXFSZ
    #expect(run.error.contains("exited with status \(128 + number)"), "\(run)")
  }

  @Test(arguments: ["list >&-", "delete nosuch 2>&-", "add - <&-"])
  func `what a caller closed is not replaced by a file of the store`(line: String) throws {
    #expect(try notesctl.run("add", "canary").status == 0)
    let run = try notesctl.run("\"$0\" \(line); echo \"status $?\"", in: "/bin/bash")
    #expect(run.output.contains("status 74") || run.output.contains("status 66"), "\(run)")
    for file in ["", ".lock"] {
      let content = try Data(contentsOf: URL(fileURLWithPath: store + file))
      #expect(file.isEmpty || content.isEmpty, "\(String(decoding: content, as: UTF8.self))")
    }
  }

  @Test func `a closed pipe ends quietly`() throws {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/bash")
    shell.arguments = ["-c", "set -o pipefail; '\(Executable.path)' graph --format dot | true"]
    shell.environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin"]
    let error = Pipe()
    shell.standardError = error
    try shell.run()
    let message = error.fileHandleForReading.readDataToEndOfFile()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0 && message.isEmpty)
  }

  @Test(arguments: ["2>&4", "2>&-"])
  func `a message that cannot be written changes neither what is done, nor the output, nor the status`(
    redirection: String
  ) throws {
    // Given
    try folder.write(Data([0x41, 0xFF]), to: "vault/Latin.md")
    // When: the descriptor 4 is a pipe without a reader
    let run = try notesctl.run(
      """
      mkfifo pipe; exec 3<>pipe 4>pipe 3<&-
      echo text | "$0" add - \(redirection); echo "status $?"
      "$0" import vault \(redirection); echo "status $?"
      """, in: "/bin/bash")
    // Then
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 3 && lines[0].count == 36 && lines.dropFirst() == ["status 0", "status 65"], "\(run)")
    #expect(try notesctl.run("list", "--count").output == "1\n")
  }

  @Test(arguments: ["", "settings.yaml"])
  func `a new configuration file is valid as it is, and beside its relative path nothing is written`(
    path: String
  ) throws {
    var program = notesctl
    program.environment = ["EDITOR": "true", "NOTESCTL_CONFIG": path]
    let edited = try program.run("config", "edit")
    #expect(edited.status == 0, "\(edited.error)")
    #expect(try program.run("list").status == 0)
    let file = path.isEmpty ? ".config/notesctl/config.yaml" : path
    #expect(FileManager.default.fileExists(atPath: folder.path + "/" + file))
  }

  @Test func `a file that is not a store stays unchanged, with status 65`() throws {
    let bytes = Data(
      "this is a shopping list, not a database, and it is longer than a header of SQLite, which has 100 bytes".utf8)
    try folder.write(bytes, to: ".local/share/notesctl/notes.sqlite")
    let run = try notesctl.run("list")
    #expect(run.status == 65 && run.error.contains("is not a notesctl store"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: store)) == bytes)
  }

  @Test func `two processes that add simultaneously succeed, also on a new store`() throws {
    let running = try (0..<8).map { try notesctl.start(["add", "note \($0)"]) }
    let endings = try running.map { try $0.wait() }
    #expect(endings.allSatisfy { $0.status == 0 }, "\(endings)")
    #expect(try notesctl.run("list", "--jsonl").output.split(separator: "\n").count == 8)
  }

  @Test func `malformed files of an imported folder are reported, with status 65`() throws {
    try folder.write(Data("---\ntags: [a]\n---\n# Good\n".utf8), to: "vault/Good.md")
    try folder.write(Data([0x41, 0xFF]), to: "vault/Latin.md")
    try folder.write(Data("---\ntags: {a: b}\n---\n".utf8), to: "vault/Types.md")
    try folder.write(Data("---\na: [\n---\n".utf8), to: "vault/Broken.md")
    try folder.write(Data(Self.billionLaughs.utf8), to: "vault/Laughs.md")
    try folder.write(Data(repeating: 0x61, count: 50_000_000), to: "vault/Huge.md")
    let run = try notesctl.run("import", "vault")
    #expect(run.status == 65)
    for name in ["Latin", "Huge"] { #expect(run.error.contains("skipped  \(name).md"), "\(run.error)") }
    // Their texts are imported, and the lines that cannot be read are kept.
    for name in ["Types", "Broken", "Laughs"] { #expect(run.error.contains("kept     \(name).md"), "\(run.error)") }
    #expect(run.error.contains("Imported 6 files: 4 new, 0 updated, 0 unchanged, 2 skipped."))
    try #expect(notesctl.run("export", "out").status == 0)
    #expect(try notesctl.run("import", "out").error.contains("0 new, 0 updated, 4 unchanged"))
  }

  private static let billionLaughs =
    "---\na: &a [x, x, x, x, x, x, x, x, x]\n"
    + zip("abcdefgh", "bcdefghi").map {
      "\($1): &\($1) [*\($0), *\($0), *\($0), *\($0), *\($0), *\($0), *\($0), *\($0)]\n"
    }.joined()
    + "---\n"

  @Test func `front matter that no note can keep leaves its file out, and a mirror keeps the file`() throws {
    // Given a file that was imported before
    try folder.write(Data("---\nmood: good\n---\nRye.\n".utf8), to: "vault/Bread.md")
    #expect(try notesctl.run("import", "vault").status == 0)
    let lines = (1...5_600).map { "key\($0): " + String(repeating: "x", count: 87) + "\n" }.joined()
    let large = "---\n\(lines)---\nRye.\n"
    try folder.write(Data(large.utf8), to: "vault/Bread.md")
    // When, then
    let imported = try notesctl.run("import", "--mirror", "vault")
    #expect(imported.status == 65 && imported.error.contains("skipped  Bread.md"), "\(imported.error)")
    let mirrored = try notesctl.run("export", "--mirror", "vault")
    #expect(mirrored.status == 65 && mirrored.error.contains("kept     Bread.md"), "\(mirrored.error)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/vault/Bread.md")) == Data(large.utf8))
    #expect(try notesctl.run("list", "--all", "--full", "--jsonl").output.contains("mood: good"))
    // Nor is it dropped from a document on standard input.
    for command in [["add"], ["edit", "Bread"]] {
      let run = try notesctl.start(command + ["-", "--front-matter"], input: large).wait()
      #expect(run.status == 65, "\(command): \(run.error)")
    }
    #expect(try notesctl.run("list", "--all", "--count").output == "1\n")
  }

  @Test func `the aliases of a Windows file name its note, and its lines stay as they are`() throws {
    // Given
    let text = "---\r\naliases:\r\n  - Loaf # short\r\n\r\n  - \"Rye bread\"\r\nmood: good\r\n---\r\nFlour.\r\n"
    try folder.write(Data(text.utf8), to: "vault/Roggen.md")
    #expect(try notesctl.run("import", "vault").error == "Imported 1 file: 1 new, 0 updated, 0 unchanged.\n")
    // When, then
    for name in ["Roggen", "Loaf", "rye bread"] {
      let run = try notesctl.run("show", name, "--raw")
      #expect(run.status == 0 && run.output == "Flour.\r\n", "\(run.error)")
    }
    #expect(try notesctl.run("export", "out").status == 0)
    let exported = try String(contentsOfFile: folder.path + "/out/Roggen.md", encoding: .utf8)
    #expect(exported.contains("aliases:\r\n  - Loaf # short\r\n\r\n  - \"Rye bread\"\r\nmood: good\r\n"))
    #expect(!exported.replacing("\r\n", with: "").utf8.contains(UInt8(ascii: "\n")), "\(exported.debugDescription)")
  }

  @Test func `an alias is a block of text or has a number sign behind a doubled quote`() throws {
    // Given
    let text = "---\naliases:\n  - >-\n    Rye\n    bread\n  - 'Ada''s # one'\n---\nFlour.\n"
    try folder.write(Data(text.utf8), to: "vault/Roggen.md")
    #expect(try notesctl.run("import", "vault").status == 0)
    // When, then
    for name in ["rye bread", "Ada's # one"] {
      let run = try notesctl.run("show", name, "--raw")
      #expect(run.status == 0 && run.output == "Flour.\n", "\(run.error)")
    }
  }

  @Test func `an export of indented front matter and a local midnight is the same note in another time zone`() throws {
    // Given
    var west = notesctl
    west.environment["TZ"] = "EDT4"
    try folder.write(Data("---\n  mood: good\n  created: 2026-10-04T00:00\n---\nText\n".utf8), to: "vault/Rye.md")
    #expect(try west.run("import", "vault").status == 0)
    #expect(try west.run("export", "out").status == 0)
    // When
    let imported = try notesctl.run("--data-dir", "b", "import", "out")
    // Then
    #expect(
      imported.status == 0 && imported.error == "Imported 1 file: 1 new, 0 updated, 0 unchanged.\n", "\(imported.error)"
    )
    let notes = try [
      west.run("list", "--full", "--jsonl").output, notesctl.run("--data-dir", "b", "list", "--full", "--jsonl").output,
    ]
    #expect(notes[0] == notes[1] && notes[0].contains("\"created\":\"2026-10-04T04:00:00Z\""), "\(notes)")
    #expect(notes[0].contains("mood: good"))
  }

  @Test func `a time beyond the year 9999 can be read again from an export`() throws {
    let added = try notesctl.run("add", "-", "--front-matter", input: "---\ncreated: 10000-01-01\n---\nText\n")
    #expect(added.status == 0 && added.error.contains("kept     standard input:2: 'created' must be"), "\(added.error)")
    #expect(try notesctl.run("export", "out").status == 0)
    #expect(try notesctl.run("import", "out").error.contains("0 new, 0 updated, 1 unchanged"))
  }

  @Test func `two files whose names differ in their form of Unicode keep their texts, and a renamed one its note`()
    throws
  {
    // Given
    let forms = ["\u{DC}ber.md", "U\u{308}ber.md"]
    for (number, form) in forms.enumerated() { try folder.write(Data("text \(number)\n".utf8), to: "vault/\(form)") }
    #expect(try notesctl.run("import", "vault").error.contains("2 new, 0 updated, 0 unchanged"))
    // When one changes
    try folder.write(Data("changed\n".utf8), to: "vault/\(forms[1])")
    // Then
    #expect(try notesctl.run("import", "vault").error.contains("0 new, 1 updated, 1 unchanged"))
    #expect(try notesctl.run("import", "vault").error.contains("0 new, 0 updated, 2 unchanged"))
    let texts = try notesctl.run("list", "--full", "--jsonl").output
    #expect(texts.contains("changed\\n") && texts.contains("text 0\\n") && !texts.contains("text 1"))
    // When another system writes the name of one in the other form
    let other = Executable(folder: TemporaryFolder())
    try other.folder.write(Data("text\n".utf8), to: "vault/\(forms[0])")
    #expect(try other.run("import", "vault").status == 0)
    #expect(try other.run("mv vault/\(forms[0]) vault/\(forms[1])", in: "/bin/sh").status == 0)
    // Then
    for command in [["import", "--mirror", "vault"], ["export", "--mirror", "vault"]] {
      let run = try other.start(command).wait()
      #expect(run.status == 0, "\(run.error)")
    }
    #expect(try other.run("list", "--count").output == "1\n")
  }

  @Test func `a file that a person moved before a mirror becomes no second note`() throws {
    // Given
    try folder.write(Data("text\n".utf8), to: "vault/a.md")
    #expect(try notesctl.run("import", "vault").status == 0)
    #expect(try notesctl.run("mkdir vault/New && mv vault/a.md vault/New/a.md", in: "/bin/sh").status == 0)
    // When
    let mirrored = try notesctl.run("export", "--mirror", "vault")
    // Then
    #expect(mirrored.status == 65 && mirrored.error.contains("kept     New/a.md"), "\(mirrored.error)")
    #expect(try notesctl.run("import", "vault").error.contains("0 new, 0 updated, 0 unchanged, 1 renamed"))
    #expect(try notesctl.run("export", "--mirror", "vault").error.contains("1 unchanged, 0 removed"))
  }

  @Test func `a mirror neither reads nor removes files behind a link that took the place of a folder`() throws {
    // Given
    for name in ["a", "b"] { try folder.write(Data("\(name)\n".utf8), to: "vault/K/\(name).md") }
    try folder.write(Data("c\n".utf8), to: "vault/c.md")
    #expect(try notesctl.run("import", "vault").status == 0)
    #expect(try notesctl.run("mv vault/K ext && ln -s ../ext vault/K", in: "/bin/sh").status == 0)
    #expect(try notesctl.run("delete", "b").status == 0)
    for _ in 1...2 {
      // When
      let imported = try notesctl.run("import", "--mirror", "vault")
      let mirrored = try notesctl.run("export", "--mirror", "vault")
      // Then
      #expect(imported.status == 0 && !imported.error.contains("trash"), "\(imported.error)")
      #expect(mirrored.status == 65 && mirrored.error.contains("1 unchanged, 0 removed"), "\(mirrored.error)")
      #expect(mirrored.error.contains("kept     K/a.md") && mirrored.error.contains("kept     K/b.md"))
    }
    #expect(try notesctl.run("list", "--count").output == "2\n")
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/ext/b.md")) == Data("b\n".utf8))
  }

  @Test func `a carriage return in an export of Evernote is a line end`() throws {
    let export = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd">
      <en-export export-date="20240131T120000Z" application="Evernote" version="10.58.8">
      <note><title>Letters</title><content><![CDATA[<?xml version="1.0" encoding="UTF-8" standalone="no"?>
      <!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd">
      <en-note><div>a\rb</div></en-note>]]></content><created>20240131T120000Z</created></note>
      </en-export>

      """
    try folder.write(Data(export.utf8), to: "notes.enex")
    let run = try notesctl.run("import", "notes.enex")
    #expect(run.status == 0, "\(run.error)")
    // White space of the markup, which is no line of the note.
    #expect(try notesctl.run("show", "Letters", "--raw").output == "a b\n")
  }

  @Test func `simultaneous imports of one folder add each note once`() throws {
    for number in 0..<1200 { try folder.write(Data("# Note \(number)\n".utf8), to: "vault/\(number).md") }
    let endings = try (0..<3).map { _ in try notesctl.start(["import", "vault"]) }.map { try $0.wait() }
    #expect(endings.allSatisfy { $0.status == 0 }, "\(endings)")
    #expect(try notesctl.run("list", "--jsonl").output.split(separator: "\n").count == 1200)
  }

  @Test func `a file whose name is not UTF-8 is reported, with status 65`() throws {
    try folder.write(Data("x".utf8), to: "vault/a.md")
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", "cd \"$0\" && printf x > \"$(printf 'b\\377.md')\"", folder.path + "/vault"]
    try shell.run()
    shell.waitUntilExit()
    let run = try notesctl.run("import", "vault")
    #expect(run.status == 65 && run.error.contains("skipped"))
  }

  @Test func `the configuration's searches and aliases, and the templates, are used`() throws {
    // Given
    try folder.write(
      Data("searches:\n  reading: tag:book\naliases:\n  r: list @reading --ids\n".utf8),
      to: ".config/notesctl/config.yaml")
    try folder.write(Data("# {{title}}\n".utf8), to: ".config/notesctl/templates/plain.md")
    let id = try notesctl.run("add", "Emma", "-g", "book").output
    #expect(try notesctl.run("add", "Tea").status == 0)
    // Then
    #expect(try notesctl.run("r").output == id)
    #expect(try notesctl.run("add", "--template", "plain", "Weekly").status == 0)
    #expect(try notesctl.run("list", "title:Weekly", "--count").output == "1\n")
  }

  @Test func `doctor reports a chosen directory without a store`() throws {
    let run = try notesctl.run("--data-dir", folder.path + "/mistyped", "doctor")
    #expect(run.status == 1 && run.output.contains("check --data-dir"))
    #expect(try notesctl.run("doctor").status == 0)
  }

  @Test func `an import of something else than a folder ends with status 66`() throws {
    try folder.write(Data(), to: "file")
    #expect(try notesctl.run("import", "file").status == 66)
    #expect(try notesctl.run("import", "nothing").status == 66)
  }
}
