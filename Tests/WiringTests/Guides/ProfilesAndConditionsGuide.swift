import Testing
import Wiring

// guide: name
extension Profile {
  static let showroom: Profile = "showroom"
}
// end

@Suite("Guide: profiles and conditions")
struct ProfilesAndConditionsGuide {
  // guide: example
  protocol Mailer: Sendable {
    var address: String { get }
  }

  struct PostOffice: Mailer { let address = "the post office" }
  struct PaperBasket: Mailer { let address = "the paper basket" }

  struct MailModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind((any Mailer).self, PostOffice.init).unless(.showroom)
      binder.bind((any Mailer).self, PaperBasket.init).when(.showroom)
    }
  }
  // end

  @Test func example() throws {
    // guide: use
    let real = try Plan((any Mailer).self, modules: [MailModule()]).build()
    let show = try Plan((any Mailer).self, modules: [MailModule()], profile: .showroom).build()
    #expect(real.root.address == "the post office")
    #expect(show.root.address == "the paper basket")
    // end
  }

  // guide: condition
  struct StampModule: Module {
    let hasStamps: Bool

    func configure(_ binder: inout Binder) {
      binder.bind((any Mailer).self, PostOffice.init).when(hasStamps, "there are stamps")
    }
  }
  // end

  @Test func conditions() throws {
    // guide: condition-use
    let error = #expect(throws: WiringError.self) {
      try Plan((any Mailer).self, modules: [StampModule(hasStamps: false)])
    }
    #expect(error?.problems.map(\.code) == [.excluded])
    #expect(error?.problems[0].nearMisses[0].text.hasSuffix("it applies only when there are stamps") == true)
    // end
  }

  @Test func defaults() throws {
    let library = TestModule<Int> { binder in
      // guide: default
      binder.bind((any Mailer).self, PaperBasket.init).byDefault()
      // end
    }
    #expect(try Plan((any Mailer).self, modules: [library]).build().root.address == "the paper basket")
    #expect(try Plan((any Mailer).self, modules: [library, MailModule()]).build().root.address == "the post office")
  }
}
