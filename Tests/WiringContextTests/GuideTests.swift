import Foundation
import Testing
import Wiring
import WiringContext
import WiringMacros

// The code of `docs/context-files.md`. The page has each piece between `// guide:` and `// end`, the files in `Guide`, and the
// files in `Golden` whose names begin with `guide`.

// guide: program
@LazyProxy
protocol KilnSensor: Sendable {
  var degrees: Int { get }
}

struct Thermocouple: KilnSensor {
  var degrees: Int { 1_240 }  // asks the wire in the kiln's wall
}

@Component(scope: .singleton)
final class RehearsedSensor: KilnSensor {
  let degrees: Int
  init(degrees: Int) { self.degrees = degrees }
}

final class Kiln: Sendable {
  let sensor: any KilnSensor
  let holding: Duration

  init(sensor: any KilnSensor, holding: Duration) {
    (self.sensor, self.holding) = (sensor, holding)
  }
}

struct KilnModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind((any KilnSensor).self, Thermocouple.init).scoped(.singleton)
    binder.bind(Duration.self, to: .seconds(1_800)).named(Key("holding"))
    binder.bind(Kiln.init).from(.unqualified, Key("holding")).scoped(.singleton)
  }
}

func kiln(context path: String, environment: [String: String]) throws -> Kiln {
  let context = ContextReader(environment: environment).read(contentsOf: path)
  let plan = try Plan(
    Kiln.self, modules: [KilnModule()], context: context, profile: context.profile ?? .production)
  return try plan.build().root
}
// end

// guide: values
@Component
final class Firing {
  var degrees = 0
  var rate = 1.0
  var isWoodFired = false
  var title = ""
  var holding = Duration.zero
  var log = DataSize(bytes: 0)
  var clay = Clay.earthenware
  var day: Date?
  var plan: URL?
  var cones: [Int] = []
  var shelves: [String: Int] = [:]
  var window: Hours?
  var sensor: (any KilnSensor)?
  var spare: any KilnSensor = Thermocouple()
  var sensors: [any KilnSensor] = []
}

enum Clay: String, CaseIterable {
  case earthenware, stoneware, porcelain
}

struct Hours: Decodable, Equatable {
  let opens: Int
  let closes: Int
}
// end

// guide: factory
@Component
struct Bookbinder: ObjectFactory {
  let title: String
  init(title: String) { self.title = title }

  func makeObject() throws -> LogBook { LogBook(title: title) }
}

@Component
actor LogBook {
  let title: String
  private(set) var entries: [String] = []

  init(title: String) { self.title = title }

  func open() { entries.append("opened") }
  func close() { entries.append("closed") }
}
// end

@Suite("Guide to context files")
struct GuideTests {
  private let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Guide/").path

  private func read(_ file: String, environment: [String: String] = [:]) -> Definitions {
    ContextReader(environment: environment).read(contentsOf: folder + "/" + file)
  }

  /// Reads a file as if it were in the working directory, so that messages show only its name.
  private func readNamed(_ file: String) throws -> Definitions {
    let text = try String(contentsOf: URL(filePath: folder + "/" + file), encoding: .utf8)
    return ContextReader(environment: [:]).read(text, as: .yaml, named: file)
  }

  @Test func `a file chooses a sensor and a value`() throws {
    let folder = folder + "/"
    // guide: use
    let rehearsed = try kiln(context: folder + "rehearsal.yaml", environment: [:])
    #expect(rehearsed.sensor.degrees == 1_180)
    #expect(rehearsed.holding == .seconds(2))

    let hotter = try kiln(context: folder + "rehearsal.yaml", environment: ["KILN_DEGREES": "1300"])
    #expect(hotter.sensor.degrees == 1_300)
    // end
  }

  @Test(arguments: ContextFormat.allCases) func `all formats have the same content`(format: ContextFormat) throws {
    let file = "rehearsal.\(format.rawValue)"

    #expect(read(file).outline(hasPositions: false) == read("rehearsal.yaml").outline(hasPositions: false))
    #expect(try kiln(context: folder + "/" + file, environment: [:]).sensor.degrees == 1_180)
  }

  @Test func `a value is read as the type of its parameter`() throws {
    let path = folder + "/values.yaml"
    // guide: values-use
    let context = ContextReader(environment: [:]).read(contentsOf: path)
    let graph = try Plan(Firing.self, modules: [], context: context).build()
    let firing = graph.root
    #expect(firing.degrees == 1_240 && firing.rate == 2.5 && firing.isWoodFired && firing.title == "1240")
    #expect(firing.holding == .seconds(5_400) && firing.log.bytes == 16_777_216 && firing.clay == .stoneware)
    #expect(firing.day == Date(timeIntervalSince1970: 1_769_817_600))
    #expect(firing.plan?.host() == "example.org")
    #expect(firing.cones == [8, 9] && firing.shelves == ["low": 2, "high": 3])
    #expect(firing.window == Hours(opens: 6, closes: 22))
    #expect(firing.sensor?.degrees == 1_180 && firing.spare is LazyKilnSensor)
    #expect(firing.sensors.map(\.degrees) == [1_180, 20])
    // end
  }

  @Test func `a factory's product is injected, started and stopped by a separate definition`() async throws {
    let path = folder + "/logbook.yaml"
    // guide: factory-use
    let context = ContextReader(environment: [:]).read(contentsOf: path)
    let graph = try await Plan(Void.self, modules: [EntryModule()], context: context).buildAsync()
    let book = try await graph.resolveAsync(named: "logBook", as: LogBook.self)
    try await graph.start()
    try await graph.stop()
    #expect(await book.entries == ["opened", "closed"])
    // end
  }

  private struct EntryModule: Module {
    func configure(_ binder: inout Binder) { binder.bind(Void.self, to: ()) }
  }

  @Test func `a file imports others, by profile or optionally`() throws {
    let inRehearsal = read("workshop.yaml")
    #expect(inRehearsal.definitions.map(\.name) == ["sensor", "wall"])
    #expect(try kiln(context: folder + "/workshop.yaml", environment: [:]).sensor.degrees == 1_180)

    let reader = ContextReader(environment: [:], profile: .production)
    #expect(reader.read(contentsOf: folder + "/workshop.yaml").definitions.map(\.name) == ["wall"])
  }

  @Test func `a plan explains which binding a definition replaces`() throws {
    let context = try readNamed("rehearsal.yaml")
    // guide: explain
    let plan = try Plan(Kiln.self, modules: [KilnModule()], context: context)
    let story = plan.explain((any KilnSensor).self)
    // end
    try expectGolden(onThePage(story), named: "guide-explain")
  }

  @Test func `all problems are reported at once`() throws {
    let context = try readNamed("mistakes.yaml")
    // guide: mistakes
    let error = #expect(throws: WiringError.self) { try Plan(Kiln.self, modules: [KilnModule()], context: context) }
    // end
    try expectGolden(onThePage(#require(error)), named: "guide-mistakes")
  }

  /// Returns a message with a fixed location instead of one in this file.
  private func onThePage(_ message: some CustomStringConvertible) -> String {
    "\(message)".replacing(#/WiringContextTests/GuideTests.swift:\d+/#, with: "Kiln/KilnModule.swift:3") + "\n"
  }

  @Test func `the page has exactly these files and messages`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    let page = try String(contentsOf: root.appending(path: "docs/context-files.md"), encoding: .utf8)
    let golden = root.appending(path: "Tests/WiringContextTests/Golden").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).map { folder + "/" + $0 }
    let messages = try FileManager.default.contentsOfDirectory(atPath: golden).filter { $0.hasPrefix("guide-") }
    let texts = try (files + messages.map { golden + "/" + $0 }).map { path in
      try String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .newlines)
    }

    let shown = page.split(separator: "```").enumerated().compactMap { index, part -> String? in
      guard index % 2 == 1, !part.hasPrefix("swift\n"), let end = part.firstIndex(of: "\n") else { return nil }
      return part[end...].trimmingCharacters(in: .newlines)
    }

    #expect(texts.filter { !shown.contains($0) } == [])
    #expect(shown.filter { !texts.contains($0) } == [])
  }
}
