import Testing
import WiringMacros

/// The factories that `@Injectable` and `@AssistedFactory` generate.
@Suite("Generated factories")
struct FactoryTests {
  @Test("a parameter with a default value uses it for nil")
  func defaults() throws {
    let repository = try Repository.wired(path: "a", clock: nil, limit: nil, most: nil, strict: nil, log: nil, nil)
    #expect(repository.text == "a system nil 5 true 3")
    let other = try Repository.wired(
      path: "b", clock: FixedClock(), limit: 1, most: 2, strict: false, log: { _ in }, 4)
    #expect(other.text == "b fixed Optional(1) 2 false 4")
  }

  @Test("the error type is the initializer's")
  func errors() {
    do throws(Unlucky) {
      _ = try Repository.wired(path: "", clock: nil, limit: nil, most: nil, strict: nil, log: nil, nil)
    } catch { #expect(error == Unlucky(number: 0)) }
  }

  @Test("a factory can be bound")
  func binding() throws {
    struct RootModule: Module {
      func configure(_ binder: inout Binder) {
        binder.bind(String.self, to: "a")
        binder.bind(Labelled.self, Labelled.wired)
      }
    }
    #expect(try Plan(Labelled.self, modules: [RootModule()]).build().root.label == "a")
  }

  @Test("asynchronous initializers and those of the main actor keep their effects")
  @MainActor func effects() async throws {
    #expect(try await Remote.wired(number: 1).number == 1)
    #expect(Window.wired(title: nil).title == "untitled")
  }

  @Test("an assisted factory takes arguments from its caller, and the others from providers at each call")
  func assisted() throws {
    let clock = Provider<any Ticker> { FixedClock() }
    let zone = Provider<String?> { nil }
    let factory = Note.Factory(clock: clock, zone: zone)
    #expect(try factory(title: "a").text == "a in 7 fixed UTC")
    #expect(try factory(title: "b", in: 8).text == "b in 8 fixed UTC")
  }

  @Test("the call throws the error of a provider")
  func providerError() {
    let factory = Note.Factory(clock: Provider { throw Unlucky(number: 1) }, zone: Provider { nil })
    #expect(throws: Unlucky(number: 1)) { try factory(title: "a") }
  }

  @Test("without providers, the effects are those of the initializer")
  @MainActor func nothingProvided() async {
    #expect(Counted<Int>.Factory()(items: [1, 2]).count == 2)
    #expect(await Editor.Factory()("a").file == "a")
  }
}

private protocol Ticker: Sendable {
  var name: String { get }
}
private struct SystemClock: Ticker { let name = "system" }
private struct FixedClock: Ticker { let name = "fixed" }

private struct Repository {
  let text: String

  @Injectable
  init(
    path: String, clock: any Ticker = SystemClock(), limit: Int? = nil, most: Int? = 5, strict: Bool = true || false,
    log: @escaping @Sendable (String) -> Void = { _ in }, _ retries: Int = 3
  ) throws(Unlucky) {
    if path.isEmpty { throw Unlucky(number: 0) }
    text = "\(path) \(clock.name) \(limit as Any) \(most ?? 0) \(strict) \(retries)"
  }
}

private class Labelled {
  let label: String
  @Injectable init(label: String) { self.label = label }
}

private struct Remote {
  let number: Int
  @Injectable init(number: Int) async throws { self.number = number }
}

@MainActor private final class Window {
  let title: String
  @Injectable init(title: String = "untitled") { self.title = title }
}

private struct Note {
  let text: String

  @AssistedFactory("title", "color")
  init(title: String, clock: any Ticker, in color: Int = 7, zone: String = "UTC") {
    text = "\(title) in \(color) \(clock.name) \(zone)"
  }
}

private struct Counted<Item> {
  let count: Int
  @AssistedFactory("items") init(items: [Item]) { count = items.count }
}

@MainActor private final class Editor {
  let file: String
  @AssistedFactory("file") init(_ file: String) async { self.file = file }
}
