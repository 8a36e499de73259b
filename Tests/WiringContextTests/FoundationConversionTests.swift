import Foundation
import Testing
import WiringContext

@testable import Wiring
@testable import WiringDefinitions

@Suite("Values of Foundation's types")
struct FoundationConversionTests {
  private let reader = ValueReader(.foundation)

  @Test(
    "a URL has a scheme, or is the path of a file",
    arguments: [
      ("https://example.org/notes?a=b#c", "https://example.org/notes?a=b#c"),
      ("mailto:me@example.org", "mailto:me@example.org"), ("file:///var/notes.db", "file:///var/notes.db"),
      ("/var/notes with spaces.db", "file:///var/notes%20with%20spaces.db"), ("/var/notes/", "file:///var/notes/"),
      ("/a:b", "file:///a:b"),
    ])
  func urls(text: String, absolute: String) throws {
    #expect(try reader.read(DefinitionValue(.text(text)), as: URL.self).absoluteString == absolute)
  }

  @Test("the definitions of a reader have the conversions")
  func reading() throws {
    let context = ContextReader(environment: [:]).read("values: {}", as: .yaml, named: "context.yaml")
    #expect(try ValueReader(context.conversions).read("/var/notes", as: URL.self) == URL(filePath: "/var/notes"))
  }

  @Test("a relative path is relative to the working directory")
  func relativePath() throws {
    let url = try reader.read("data/notes.db", as: URL.self)
    #expect(url.isFileURL)
    #expect(url.relativePath == "data/notes.db")
  }

  @Test("no URL", arguments: ["", "https:", "https://", "https:///path", "https://exa mple.org", "/null\0character"])
  func noURL(text: String) {
    let failure = #expect(throws: ValueFailure.self) { try reader.read(DefinitionValue(.text(text)), as: URL.self) }
    #expect(failure?.expected == "a URL such as https://example.org, or a path")
  }

  @Test(
    "a date",
    arguments: [
      ("1970-01-01", 0.0), ("2026-01-31", 1_769_817_600), ("2024-02-29T00:00:00Z", 1_709_164_800),
      ("2026-01-31T12:00:00Z", 1_769_860_800), ("2026-01-31t12:00:00z", 1_769_860_800),
      ("2026-01-31 12:00Z", 1_769_860_800), ("2026-01-31T14:00:00+02:00", 1_769_860_800),
      ("2026-01-31T08:30:00-0330", 1_769_860_800), ("2026-01-31T12:00:00.25Z", 1_769_860_800.25),
      ("0001-01-01", -62_135_596_800), ("1969-12-31T23:59:59.5Z", -0.5),
    ])
  func dates(text: String, seconds: Double) throws {
    #expect(try reader.read(DefinitionValue(.text(text)), as: Date.self) == Date(timeIntervalSince1970: seconds))
  }

  @Test(
    "no date",
    arguments: [
      "", "2026", "2026-02-29", "2026-02-31", "2026-13-01", "2026-00-01", "2026-01-00", "26-01-31", "2026-1-31",
      "2026-01-31T", "2026-01-31T12:00:00", "2026-01-31T24:00:00Z", "2026-01-31T12:60:00Z", "2026-01-31T12:00:60Z",
      "2026-01-31T12:00:00.Z", "2026-01-31T12:00:00Zulu", "2026-01-31T12:00:00+2", "2026-01-31 ", "0000-01-01",
      "２０２６-01-31",
    ])
  func noDate(text: String) {
    let failure = #expect(throws: ValueFailure.self) { try reader.read(DefinitionValue(.text(text)), as: Date.self) }
    #expect(failure?.expected == "a date such as 2026-01-31 or 2026-01-31T12:00:00Z")
  }

  @Test("the days of 800 years are those of Foundation")
  func days() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    var day = try #require(calendar.date(from: DateComponents(year: 1600, month: 1, day: 1)))
    for _ in 0..<(800 * 365) {
      let parts = calendar.dateComponents([.year, .month, .day], from: day)
      let (year, month, number) = (try #require(parts.year), try #require(parts.month), try #require(parts.day))
      let text = "\(year)-\(month < 10 ? "0" : "")\(month)-\(number < 10 ? "0" : "")\(number)"
      guard try reader.read(DefinitionValue(.text(text)), as: Date.self) == day else {
        Issue.record("\(text) is another day")
        return
      }
      day.addTimeInterval(86_400)
    }
  }

  @Test("a number is not a date, although Foundation decodes one")
  func numberAsDate() {
    #expect(throws: ValueFailure.self) { try reader.read(12, as: Date.self) }
  }

  @Test("data in Base64, across lines")
  func data() throws {
    #expect(try reader.read("aGVs\n  bG8=\n", as: Data.self) == Data("hello".utf8))
    #expect(try reader.read("", as: Data.self) == Data())
    let failure = #expect(throws: ValueFailure.self) { try reader.read("aGVsbG8", as: Data.self) }
    #expect(failure?.expected == "data in Base64")
  }

  @Test("a UUID")
  func uuid() throws {
    let text = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    #expect(try reader.read(DefinitionValue(.text(text)), as: UUID.self).uuidString == text)
    #expect(try reader.read(DefinitionValue(.text(text.lowercased())), as: UUID.self).uuidString == text)
  }

  @Test(
    "no UUID",
    arguments: ["", "E621E1F8", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F0", "{E621E1F8-C36C-495A-93FC-0C247A3E6E5F}"])
  func noUUID(text: String) {
    let failure = #expect(throws: ValueFailure.self) { try reader.read(DefinitionValue(.text(text)), as: UUID.self) }
    #expect(failure?.expected == "a UUID such as E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
  }

  @Test("a time zone")
  func timeZone() throws {
    #expect(try reader.read("Europe/Berlin", as: TimeZone.self).identifier == "Europe/Berlin")
    #expect(try reader.read("UTC", as: TimeZone.self).secondsFromGMT() == 0)
    for text in ["", "Europe/Atlantis"] {
      let failure = #expect(throws: ValueFailure.self) {
        try reader.read(DefinitionValue(.text(text)), as: TimeZone.self)
      }
      #expect(failure?.expected == "a time zone such as Europe/Berlin or UTC")
    }
  }

  @Test("a Decodable type decodes them in the same way")
  func inside() throws {
    struct Store: Decodable, Equatable {
      let url: URL
      let since: Date
      let keys: [Data]
    }
    let store = try reader.read(["url": "/var/notes.db", "since": "1970-01-01", "keys": ["aGk="]], as: Store.self)
    #expect(
      store
        == Store(
          url: URL(filePath: "/var/notes.db"), since: Date(timeIntervalSince1970: 0), keys: [Data("hi".utf8)]))
  }
}
