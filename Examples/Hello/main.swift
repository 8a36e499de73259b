import Wiring

protocol Greeter: Sendable {
  func greeting(for name: String) -> String
}

struct EnglishGreeter: Greeter {
  func greeting(for name: String) -> String { "Hello, \(name)" }
}

struct Welcome {
  let greeter: any Greeter
  func text(for name: String) -> String { greeter.greeting(for: name) + ", and welcome." }
}

struct WelcomeModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind((any Greeter).self, EnglishGreeter.init)
    binder.bind(Welcome.init)
  }
}

let plan = try Plan(Welcome.self, modules: [WelcomeModule()])  // proved: nothing is missing
let graph = try plan.build()
print(graph.root.text(for: "Ada"))
