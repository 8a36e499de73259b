import Testing

@testable import Wiring
@testable import WiringDefinitions

@Suite("Reading cases")
struct ValueCaseTests {
  @Test("a raw value makes a case, whether or not the type can be decoded")
  func raw() throws {
    #expect(try read("warning", as: Level.self) == .warning)
    #expect(try read("NOTE", as: DecodableLevel.self) == .note)
    #expect(try read(2, as: Priority.self) == .high)
    #expect(try read("2", as: Priority.self) == .high)
    #expect(try read("5s", as: Pause.self).rawValue == .seconds(5))
    #expect(try read(5, as: Options.self) == [.fast, .safe])
  }

  @Test("one that there is not is refused with those that there are")
  func noRaw() {
    #expect(complaint(about: "loud", as: Level.self) == "expected one of debug, info, warning, found 'loud'")
    #expect(
      complaint(about: "debgu", as: Level.self) == "expected one of debug, info, warning, found 'debgu', near debug")
    #expect(
      complaint(about: "Debug", as: Level.self) == "expected one of debug, info, warning, found 'Debug', near debug")
    #expect(complaint(about: 3, as: Priority.self) == "expected one of 1, 2, found 3")
    #expect(complaint(about: "x", as: Priority.self) == "expected one of 1, 2, found 'x'")
    #expect(complaint(about: ["x"], as: Level.self) == "expected one of debug, info, warning, found a list")
    #expect(
      complaint(about: "note", as: DecodableLevel.self)
        == "expected a raw value of 'ValueCaseTests.DecodableLevel', found 'note'")
    #expect(complaint(about: "5", as: Pause.self) == "expected a duration such as 30s or 1m 30s, found '5'")
  }

  @Test("without raw values, cases go by their names")
  func named() throws {
    #expect(try read("north", as: Direction.self) == .north)
    #expect(try read(["north": 1], as: [Direction: Int].self) == [.north: 1])
    #expect(complaint(about: "nroth", as: Direction.self) == "expected one of north, south, found 'nroth', near north")
    #expect(complaint(about: 1, as: Direction.self) == "expected one of north, south, found 1")
  }

  @Test("an enum that can be decoded, too, has both forms")
  func namedOrDecoded() throws {
    #expect(try read("on", as: Switch.self) == .on)
    #expect(try read(["on": [:]], as: Switch.self) == .on)
  }

  @Test("a long list of cases is cut")
  func longList() {
    #expect(
      complaint(about: "x", as: Letter.self)
        == "expected one of a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, 9 more, found 'x'")
  }

  @Test("what can be made of its description is made of it")
  func convertible() throws {
    #expect(try read("a", as: Character.self) == "a")
    #expect(try read("1.2", as: Version.self) == Version(major: 1, minor: 2))
    #expect(try read(["1.2"], as: [Version].self) == [Version(major: 1, minor: 2)])
    #expect(
      complaint(about: "1", as: Version.self) == "expected text that can be read as 'ValueCaseTests.Version', found '1'"
    )
    #expect(
      complaint(about: 1.2, as: Version.self) == "expected text that can be read as 'ValueCaseTests.Version', found 1.2"
    )
  }

  private enum Level: String, CaseIterable { case debug, info, warning }
  private enum DecodableLevel: String, Decodable { case note = "NOTE" }
  private enum Priority: Int, CaseIterable { case low = 1, high }
  private struct Pause: RawRepresentable { let rawValue: Duration }
  private enum Direction: CaseIterable { case north, south }
  private enum Switch: CaseIterable, Decodable { case on, off }

  private struct Options: OptionSet {
    let rawValue: Int
    static let fast = Options(rawValue: 1)
    static let safe = Options(rawValue: 4)
  }

  private struct Letter: CaseIterable, CustomStringConvertible {
    let number: Int
    var description: String { "a\(number)" }
    static let allCases = (0..<20).map { Letter(number: $0) }
  }

  private struct Version: LosslessStringConvertible, Equatable {
    var major: Int
    var minor: Int

    init(major: Int, minor: Int) { (self.major, self.minor) = (major, minor) }

    init?(_ description: String) {
      let parts = description.split(separator: ".").compactMap { Int($0) }
      guard parts.count == 2 else { return nil }
      self.init(major: parts[0], minor: parts[1])
    }

    var description: String { "\(major).\(minor)" }
  }
}
