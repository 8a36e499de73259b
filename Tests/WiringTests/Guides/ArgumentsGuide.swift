import Testing
import Wiring

@Suite("Guide: arguments")
struct ArgumentsGuide {
  // guide: example
  struct Letterhead: Sendable {
    let sender: String
  }

  struct Letter: Sendable {
    let text: String

    init(recipient: String, letterhead: Letterhead) {
      text = "\(letterhead.sender) → \(recipient)"
    }
  }

  struct Office: Sendable {
    let letter: Factory<Letter, String>
  }

  struct OfficeModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind(Letterhead.self, to: Letterhead(sender: "The Office"))
      binder.factory(Letter.init(recipient:letterhead:), argument: String.self)
      binder.bind(Office.init)
    }
  }
  // end

  @Test func example() throws {
    // guide: use
    let office = try Plan(Office.self, modules: [OfficeModule()]).build().root
    #expect(try office.letter("Ada").text == "The Office → Ada")
    // end
  }

  @Test func several() throws {
    let module = TestModule<Self> { binder in
      // guide: several
      binder.factory { (recipient: String, copies: Int) in
        { (letterhead: Letterhead) in
          (0..<copies).map { _ in Letter(recipient: recipient, letterhead: letterhead) }
        }
      }
      // end
    }
    let graph = try Plan(Factory<[Letter], String, Int>.self, modules: [OfficeModule(), module]).build()
    #expect(try graph.root("Ada", 2).count == 2)
  }

  // guide: isolated
  @MainActor final class LetterViewModel {
    let letter: Letter
    init(recipient: String, office: Office) throws { letter = try office.letter(recipient) }
  }

  final class Parcel: Sendable {
    let address: String
    @concurrent init(address: String, letterhead: Letterhead) async { self.address = address }
  }
  // end

  @Test @MainActor func isolated() async throws {
    let module = TestModule<Self> { binder in
      // guide: isolated-declaration
      binder.main.factory(LetterViewModel.init(recipient:office:), argument: String.self)
      binder.factory(async: Parcel.init(address:letterhead:), argument: String.self)
      // end
    }
    let graph = try Plan(modules: [OfficeModule(), module]).build()
    // guide: isolated-use
    let viewModel = try graph.resolve(MainActorFactory<LetterViewModel, String>.self)
    #expect(try viewModel("Ada").letter.text == "The Office → Ada")
    let parcel = try graph.resolve(AsyncFactory<Parcel, String>.self)
    #expect(try await parcel("Grace").address == "Grace")
    // end
  }

  @Test func shared() throws {
    let module = TestModule<Self> { binder in
      binder.bind(Letterhead.self, to: Letterhead(sender: "The Office"))
      // guide: shared
      binder.factory(Letter.init(recipient:letterhead:), argument: String.self).scoped(.singleton)
      // end
    }
    let factory = try Plan(Factory<Letter, String>.self, modules: [module]).build().root
    #expect(try factory("Ada").text == "The Office → Ada")
  }

  @Test func byHand() throws {
    // guide: by-hand
    let office = Office(letter: Factory { Letter(recipient: $0, letterhead: Letterhead(sender: "A test")) })
    #expect(try office.letter("Ada").text == "A test → Ada")
    // end
  }
}
