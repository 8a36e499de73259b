import NotesDomain
import Testing

@testable import NotesPostgres

@Suite("The addresses of databases") struct PostgresAddressTests {
  private func parameters(
    _ text: String, _ environment: [String: String] = [:]
  ) throws -> [String: String] {
    let address = try PostgresAddress(text, environment: environment)
    return address.withKeywords { keywords, values in
      var parameters: [String: String] = [:]
      var index = 0
      while let keyword = keywords[index], let value = values[index] {
        parameters[String(cString: keyword)] = String(cString: value)
        index += 1
      }
      return parameters
    }
  }

  @Test(arguments: [
    ("postgres://db.example.org/notes", "postgres://db.example.org/notes"),
    ("postgresql://ada@db:6543/notes?sslmode=require", "postgres://ada@db:6543/notes"),
    ("postgres:///notes?host=/run/postgresql", "postgres:///run/postgresql/notes"),
    ("postgres://first,second/notes?target_session_attrs=read-write", "postgres://first,second/notes"),
    ("postgres://?service=notes", "postgres:///notes"),
    ("postgres://[::1]:5433/notes", "postgres://::1:5433/notes"),
  ])
  func `an address has a name without its query, for messages`(text: String, name: String) throws {
    #expect(try PostgresAddress(text, environment: [:]).name == name)
  }

  @Test(arguments: [
    "postgres://ada:secret@db/notes", "postgres://db/notes?password=secret", "postgres://db/notes?sslpassword=secret",
    "postgres://db/notes?pass%77ord=secret", "postgres://ada:secret%zz@db/notes", "postgres://ada:s3/secret@db/notes",
    "postgres://ada:s?x/secret@db/notes", "postgres://ada:secret/notes", "postgres://ada:secret@[::1]x",
    "postgres://one,ada:secret/notes",
  ])
  func `an address with a password is refused, and the message does not show it`(text: String) throws {
    let error = #expect(throws: PostgresError.self) { try PostgresAddress(text, environment: [:]) }
    let description = String(describing: try #require(error))
    #expect(description.contains("~/.pgpass") && !description.contains("secret"))
    #expect(PostgresSettings(address: text).name == "postgres://…")
  }

  @Test(arguments: [
    "POSTGRES://ada:secret@db/notes", "host=db password=secret", "postgres://[::secret/notes", "secret",
    "postgres://db/notes?colour=secret", "postgres://db/notes%secret",
  ])
  func `no message quotes an address that cannot be read`(text: String) throws {
    let error = #expect(throws: PostgresError.self) { try PostgresAddress(text, environment: [:]) }
    #expect(!String(describing: try #require(error)).contains("secret"))
  }

  @Test(arguments: ["postgres://db/notes?colour=blue", "postgres://[::1/notes"])
  func `an address that libpq cannot read is refused`(text: String) {
    #expect(throws: PostgresError.self) { try PostgresAddress(text, environment: [:]).withKeywords { _, _ in } }
  }

  @Test(arguments: ["db.example.org", "192.0.2.1", "localhost,db.example.org", "127.0.0.1.example.org"])
  func `a database on another machine must have a certificate for its name`(host: String) throws {
    #expect(try parameters("postgres://\(host)/notes")["sslmode"] == "verify-full")
    #expect(try parameters("postgres:///notes", ["PGHOST": host])["sslmode"] == "verify-full")
  }

  @Test(arguments: [
    "postgres:///notes", "postgres:///notes?host=/run/postgresql", "postgres://localhost/notes",
    "postgres://127.0.0.1/notes", "postgres://[::1]/notes", "postgres://localhost,127.0.0.2/notes",
  ])
  func `a database on this machine needs no certificate`(text: String) throws {
    #expect(try parameters(text)["sslmode"] == nil)
  }

  @Test func `the address and libpq's variables decide about the certificate, if they do`() throws {
    #expect(try parameters("postgres://db/notes?sslmode=require")["sslmode"] == nil)
    #expect(try parameters("postgres://db/notes", ["PGSSLMODE": "verify-ca"])["sslmode"] == nil)
    #expect(try parameters("postgres:///?service=notes")["sslmode"] == "verify-full")
  }

  @Test(arguments: [
    ("postgres://localhost/notes?hostaddr=192.0.2.1", [:]), ("postgres://localhost/notes", ["PGHOSTADDR": "192.0.2.1"]),
    ("postgres:///notes", ["PGSERVICE": "notes"]),
  ])
  func `an address that leads to another machine in another way needs a certificate as well`(
    text: String, environment: [String: String]
  ) throws {
    #expect(try parameters(text, environment)["sslmode"] == "verify-full")
  }

  @Test func `the certificates of the system are used where libpq verifies`() throws {
    let bundle = try parameters("postgres://db/notes")["sslrootcert"]
    #expect(try parameters("postgres://db/notes?sslmode=verify-ca")["sslrootcert"] == bundle)
    #expect(try parameters("postgres://localhost/notes?sslmode=verify-full")["sslrootcert"] == bundle)
    // With a file of certificates, "require" would verify.
    #expect(try parameters("postgres://db/notes?sslmode=require")["sslrootcert"] == nil)
    #expect(try parameters("postgres://db/notes", ["PGSSLMODE": "require"])["sslrootcert"] == nil)
  }

  @Test func `of several hosts, the one that can be written is used, unless the address says otherwise`() throws {
    #expect(try parameters("postgres://one,two/notes")["target_session_attrs"] == "read-write")
    #expect(try parameters("postgres://one,two/notes?target_session_attrs=any")["target_session_attrs"] == nil)
    #expect(try parameters("postgres://one,two/notes", ["PGTARGETSESSIONATTRS": "any"])["target_session_attrs"] == nil)
    #expect(try parameters("postgres://one/notes")["target_session_attrs"] == nil)
  }

  @Test func `a service keeps its options, unless the address has some`() throws {
    #expect(try parameters("postgres://?service=notes")["options"] == nil)
    #expect(
      try parameters("postgres:///notes", ["PGSERVICE": "notes", "PGOPTIONS": "-c lock_timeout=1s"])["options"] == nil)
    let options = try parameters("postgres://?service=notes&options=-c%20lock_timeout%3D1s")["options"]
    #expect(options?.hasSuffix("-c lock_timeout=1s") == true)
  }

  @Test func `the options of an address follow those of the program, and so override them`() throws {
    let options = try #require(try parameters("postgres:///notes?options=-c%20lock_timeout%3D1s")["options"])
    #expect(options.contains("statement_timeout=30s") && options.hasSuffix("-c lock_timeout=1s"))
  }
}
