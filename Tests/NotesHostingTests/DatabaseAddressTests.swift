import NotesDomain
import NotesHosting
import Testing

@Suite("The address of a database") struct DatabaseAddressTests {
  @Test(arguments: [
    "postgres://", "postgres:///notes", "postgresql://ada@db:6543/notes?sslmode=require", "postgres://[::1]:5433/notes",
    "postgres://one,two:5433,[::1]/notes", "postgres:///notes?host=/run/postgresql&user=notes", "postgres://db:/notes",
    "postgres://db/notes?application_name=password%3Dx", "postgres://db/notes?ssl%6Dode=require&options=%ff",
  ])
  func `a host, its port and parameters are accepted, and shown without the parameters`(text: String) throws {
    let address = try DatabaseAddress(text)
    #expect(address.text == text && text.hasPrefix(address.name) && !address.name.contains("?"))
  }

  @Test(arguments: [
    ("postgres://ada:secret@db/notes", DatabaseAddressError.password), ("postgres://ada:s3/cret@db/notes", .password),
    ("postgres://db/notes?password=secret", .password), ("postgres://db/notes?a=b&sslpassword=secret", .password),
    ("postgres://db/notes?p%61ssword=secret", .password), ("postgres://db?a=b&ssl%70%61ssword=secret", .password),
    ("postgres://db/notes? password=secret", .password),
    ("postgres://ada:secret/notes", .port), ("postgres://[::1]x/notes", .port), ("postgres://one,two:x/notes", .port),
    ("POSTGRES://db/notes", .scheme), (" postgres://db/notes", .scheme), ("postgres:/db/notes", .scheme),
    ("host=db password=secret", .scheme), ("", .scheme),
  ])
  func `what may contain a password, or is not an address, is refused`(text: String, reason: DatabaseAddressError) {
    #expect(throws: reason) { try DatabaseAddress(text) }
  }

  @Test func `an address with a typing mistake is told from a path`() {
    for text in ["POSTGRES://db", " postgres://db", "postgres:/db", "postgresql:db", "postgres://db"] {
      #expect(DatabaseAddress.isMeant(by: text))
    }
    for text in ["./postgres:x", "postgres", "/srv/postgres://db", "mysql://db"] {
      #expect(!DatabaseAddress.isMeant(by: text))
    }
  }

  @Test(arguments: [
    "postgres://u:\u{301}p@h/d", "postgres://u\u{600}:p@h/d", "postgres://u:p@\u{301}h/d",
    "postgres://h/d?\u{301}&password=\u{301}x", "postgres://h/d\u{600}?password=x",
  ])
  func `a password is found whatever characters surround it`(text: String) {
    #expect(throws: DatabaseAddressError.password) { try DatabaseAddress(text) }
    #expect(DatabaseAddress.isMeant(by: "postgres:\u{301}x"))
  }
}
