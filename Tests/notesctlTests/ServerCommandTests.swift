import Foundation
import Testing

/// The operator's commands, with the built program.
@Suite(.serialized) struct ServerCommandTests {
  private let folder = TemporaryFolder()
  private var notesctl: Executable { Executable(folder: folder) }

  private func permissions(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)[.posixPermissions] as? Int
  }

  /// Adds an account.
  private func add(_ name: String) throws -> Executable.Ending {
    try notesctl.run("server", "user", "add", name, "--store", "srv/server.sqlite", input: "correct horse\n")
  }

  @Test func `an account is stored with a hash of its password, and only the owner can read the file`() throws {
    let added = try add("ada")
    #expect(added.status == 0, "\(added.error)")
    #expect(try add("ada").status == 73)
    let list = try notesctl.run("server", "user", "list", "--store", "srv/server.sqlite", "--json").output
    #expect(list.contains("\"name\": \"ada\""))
    #expect(try permissions("srv") == 0o700)
    for name in ["server.sqlite", "server.sqlite.lock"] { #expect(try permissions("srv/" + name) == 0o600) }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/srv/server.sqlite"))
    let log = (try? Data(contentsOf: URL(fileURLWithPath: folder.path + "/srv/server.sqlite-wal"))) ?? Data()
    #expect((bytes + log).range(of: Data("$scrypt$ln=17,r=8,p=1$".utf8)) != nil)
    #expect((bytes + log).range(of: Data("correct horse".utf8)) == nil)
  }

  @Test func `a backup restores a removed account`() throws {
    _ = try add("ada")
    let store = ["--store", "srv/server.sqlite"]
    func run(_ arguments: String...) throws -> Executable.Ending {
      try notesctl.start(["server"] + arguments + store).wait()
    }
    #expect(try run("backup", "backup.sqlite").status == 0)
    #expect(try permissions("backup.sqlite") == 0o600)
    #expect(try run("backup", "backup.sqlite").status == 73)
    #expect(try run("user", "remove", "ada", "--force").status == 0)
    let restored = try run("restore", "backup.sqlite")
    #expect(restored.status == 0 && restored.error.contains("srv/server.sqlite.replaced-1"), "\(restored.error)")
    #expect(try run("user", "list").output.hasPrefix("ada"))
    #expect(try run("stats", "--json").output.contains("\"accounts\": 1"))
  }

  @Test(arguments: [
    ["--max-connections", "0"], ["--log-level", "loud"], ["--listen", "0.0.0.0:1"],
    ["--tls-certificate", "no.pem", "--tls-key", "no.pem"],
  ])
  func `a server with invalid settings creates no store`(arguments: [String]) throws {
    let ending = try notesctl.start(["serve"] + arguments).wait()
    #expect(ending.status == 78, "\(ending.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/.local"))
  }

  @Test func `a misspelled variable is reported with the intended one`() throws {
    var notesctl = notesctl
    notesctl.environment["NOTESCTL_SERVER_MAX_CONECTIONS"] = "20"
    let ending = try notesctl.run("serve", "--print-config")
    #expect(ending.status == 78)
    #expect(
      ending.error.contains("unknown variable NOTESCTL_SERVER_MAX_CONECTIONS")
        && ending.error.contains("did you mean NOTESCTL_SERVER_MAX_CONNECTIONS?"), "\(ending.error)")
  }

  @Test func `statistics of a missing server create no store`() throws {
    #expect(try notesctl.run("server", "stats").status == 66)
    #expect(try notesctl.run("server", "backup", "backup.sqlite").status == 66)
    #expect(try notesctl.run("server", "purge").status == 66)
    #expect(try notesctl.run("server", "user", "remove", "ada", "--force").status == 66)
    let list = try notesctl.run("server", "user", "list", "--data-dir", "srv")
    #expect(list.status == 66 && list.error.contains("no server store at srv/server.sqlite"), "\(list.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/srv"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/.local"))
  }
}
