import Birthdays
import Wiring

let plan = try Plan(BirthdayList.self, modules: [BirthdaysModule()])
let graph = try plan.build()
for greeting in try graph.root.greetings() { print(greeting) }
