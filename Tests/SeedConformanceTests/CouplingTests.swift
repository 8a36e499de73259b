import Testing
import Wiring

/// The article's comparison: the same client, coupled to what it depends on, and injected.
@Suite("D · Dependency injection in Swift: coupled and injected")
struct CouplingTests {
  // guide: coupled
  final class Engine: Sendable {
    let power: Int
    init(power: Int = 90) { self.power = power }
  }

  final class CoupledCar {
    let engine: Engine  // created by the initializer
    var spare = Engine()  // created with the property

    init() { engine = Engine() }

    func power() -> Int { Engine().power }  // created by the method
  }
  // end

  // guide: injected
  final class InjectedCar {
    let engine: Engine  // a parameter of the initializer
    var spare: Engine?  // set by the code that creates the car

    init(engine: Engine) { self.engine = engine }

    func power(of engine: Engine) -> Int { engine.power }  // a parameter of the method
  }
  // end

  @Test("D20 · coupled and injected code side by side, with what a test can do in each")
  func coupling() throws {
    let coupled = CoupledCar()
    #expect([coupled.engine.power, coupled.spare.power, coupled.power()] == [90, 90, 90], "no test can choose them")
    coupled.spare = Engine(power: 1)
    #expect(coupled.spare.power == 1, "a property can be replaced, after the real object was made")

    // guide: injected-test
    let fake = Engine(power: 1)
    let car = InjectedCar(engine: fake)
    car.spare = fake
    #expect([car.engine.power, car.spare?.power, car.power(of: fake)] == [1, 1, 1])
    // end
    let made = try plan(InjectedCar.self) { binder in
      binder.bind(Engine.self) { Engine(power: 2) }.scoped(.singleton)
      // guide: injected-binding
      binder.bind(InjectedCar.init).property(\.spare)
      // end
    }.build()
    let engine = try made.resolve(Engine.self)
    #expect(made.root.engine === engine && made.root.spare === engine)
  }
}
