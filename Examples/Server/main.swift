import Hummingbird
import Wiring

let graph = try Plan(Greetings.self, modules: [ServerModule()]).build()
let greetings = graph.root

let router = Router()
router.get("hello/:name") { _, context in
  try await greetings.answer(to: context.parameters.require("name"))
}

let server = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 8080)))
try await server.runService()
