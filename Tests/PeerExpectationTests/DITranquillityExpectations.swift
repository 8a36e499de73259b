import Dispatch
import Testing
import Wiring

protocol Instrument: AnyObject, Sendable {
  var sound: String { get }
}

private final class Violin: Instrument {
  let sound: String
  init(sound: String = "sings") { self.sound = sound }
}

private final class Cello: Instrument {
  let sound = "hums"
}

private final class Player: Sendable {
  let instrument: any Instrument
  init(instrument: any Instrument) { self.instrument = instrument }
}

private final class Duo: Sendable {
  let first: Player
  let second: Player
  init(first: Player, second: Player) { (self.first, self.second) = (first, second) }
}

/// A player who is told more after the initializer.
private final class Soloist {
  var instrument: (any Instrument)?
  var sheets: [String] = []
}

/// An object that needs itself.
private final class Echo: Sendable { init(echo: Echo) {} }

/// Three objects that need each other, the last one by a list.
private final class Melody: Sendable { init(harmony: Harmony) {} }
private final class Harmony: Sendable { init(rhythm: [Rhythm]) {} }
private final class Rhythm: Sendable { init(melody: Melody) {} }

private struct Concert: Sendable {
  let evening: Int
}

extension CustomScope where Context == Concert {
  fileprivate static var concert: Self { CustomScope("concert") }
}

extension Key where Value == any Instrument {
  fileprivate static var high: Self { Key("high") }
  fileprivate static var low: Self { Key("low") }
}

/// Registration, resolution and validation, as the tests of DITranquillity show them.
@Suite("What users of DITranquillity rely on")
struct DITranquillityExpectations {
  @Test("The registration of a class does not serve its protocol, and the report says what to add")
  func classWithoutProtocol() throws {
    let problem = try #require(
      problems(
        of: try plan { binder in
          binder.bind(Violin.self) { Violin() }
          binder.bind(Player.init)
        }
      ).first)

    #expect(problem.code == .missing)
    #expect(problem.nearMisses.map(\.text) == ["Violin is bound as 'Violin'"])
  }

  @Test(
    "A default registration yields to another one, rather than taking precedence over it",
    .differs("Sources/Wiring/Wiring.docc/ProfilesAndConditions.md#defaults"))
  func defaultYields() throws {
    let graph = try plan { binder in
      binder.bind((any Instrument).self) { Violin() }.byDefault()
      binder.bind((any Instrument).self) { Cello() }
    }.build()

    #expect(try graph.resolve((any Instrument).self) is Cello)
  }

  @Test("One object that is registered under two names is the same under both")
  func twoNames() throws {
    let graph = try plan { binder in
      binder.bind(Violin.self) { Violin() }.scoped(.singleton)
      binder.bind((any Instrument).self) { (violin: Violin) in violin }.named(.high)
      binder.bind((any Instrument).self) { (violin: Violin) in violin }.named(.low)
    }.build()

    #expect(try graph.resolve(named: .high) === graph.resolve(named: .low))
  }

  @Test("Many objects are resolved in the order of their registration")
  func many() throws {
    let graph = try plan { binder in
      binder.contribute(to: (any Instrument).self) { Violin() }
      binder.contribute(to: (any Instrument).self) { Cello() }
      binder.contribute(to: (any Instrument).self) { Violin() }
    }.build()

    let sounds = try graph.resolve([any Instrument].self).map(\.sound)

    #expect(sounds == ["sings", "hums", "sings"])
  }

  @Test("Many objects of a tag are a list of their own")
  func manyOfTag() throws {
    let graph = try plan { binder in
      binder.contribute(to: (any Instrument).self) { Violin() }.named(.high)
      binder.contribute(to: (any Instrument).self) { Cello() }.named(.low)
    }.build()

    let low = try graph.resolve(named: Key<[any Instrument]>("low"))

    #expect(low.map(\.sound) == ["hums"])
  }

  @Test("An argument of the resolution and objects of the container are mixed in one initializer")
  func arguments() throws {
    let graph = try plan { binder in
      binder.bind(String.self, to: "slowly")
      binder.factory { (number: Int, isLoud: Bool?) in
        { (manner: String) in "\(number) \(manner) \(isLoud.map { "\($0)" } ?? "as written")" }
      }
    }.build()
    let play = try graph.resolve(Factory<String, Int, Bool?>.self)

    #expect(try play(1, true) == "1 slowly true")
    #expect(try play(2, nil) == "2 slowly as written")
  }

  @Test(
    "An argument for an object deep inside is the context of a scope, rather than a list by type",
    .differs("Sources/Wiring/Wiring.docc/Arguments.md#rules"))
  func deepArguments() throws {
    let graph = try plan { binder in
      binder.scope(.concert)
      binder.bind((any Instrument).self) { (concert: Concert) in Violin(sound: "evening \(concert.evening)") }
      binder.bind(Player.init)
      binder.bind(Duo.init)
    }.build()

    let duo = try graph.open(.concert, with: Concert(evening: 3)).resolve(Duo.self)

    #expect(duo.first.instrument.sound == "evening 3")
    #expect(duo.second.instrument.sound == "evening 3")
  }

  @Test("Properties are injected by their key paths, and what follows runs after them")
  func propertiesAndPostInit() throws {
    let log = Log()
    let graph = try plan { binder in
      binder.bind((any Instrument).self) { Violin() }
      binder.bind([String].self, to: ["Air"])
      binder.bind(Soloist.init).property(\.instrument).property(\.sheets)
        .then { (soloist: Soloist) in log.note("\(soloist.instrument?.sound ?? "silent") \(soloist.sheets)") }
    }.build()

    _ = try graph.resolve(Soloist.self)

    #expect(log.all == [#"sings ["Air"]"#])
  }

  @Test("The check of the graph finds an object that needs itself")
  func needsItself() {
    #expect(problemCodes(of: try plan { $0.bind(Echo.init) }) == [.cycle])
  }

  @Test("The check of the graph finds a cycle of three, also through a list")
  func cycleThroughList() throws {
    let problem = try #require(
      problems(
        of: try plan { binder in
          binder.bind(Melody.init)
          binder.bind(Harmony.init)
          binder.contribute(to: Rhythm.self, Rhythm.init)
        }
      ).first)

    #expect(problem.code == .cycle)
    #expect(Set(problem.path).isSuperset(of: ["Melody", "Harmony"]))
  }

  @Test("The check of the graph accepts an optional dependency without a registration")
  func optionalIsValid() {
    let codes = problemCodes(
      of: try plan { $0.bind(Bool.self) { (instrument: (any Instrument)?) in instrument == nil } })

    #expect(codes == [])
  }
}
