import WiringMacros

// A program of plugins: a list that modules contribute to, and types that are found without being listed anywhere.

/// A filter of lines of text. A new one is a new type, here or in another module.
protocol TextFilter: Sendable {
  var name: String { get }
  func apply(_ text: String) -> String
}

/// Found by the scan, since it is marked; no list mentions it.
@Component
struct Shout: TextFilter {
  let name = "shout"
  func apply(_ text: String) -> String { text.uppercased() }
}

/// Another one, which takes part in the profile `demo` only.
@Component(profiles: ["demo"])
struct Stutter: TextFilter {
  let name = "stutter"
  func apply(_ text: String) -> String { text.map { "\($0)\($0)" }.joined() }
}

/// One that a module contributes, in code.
struct Trim: TextFilter {
  let name = "trim"
  func apply(_ text: String) -> String { text.split(separator: " ").joined(separator: " ") }
}

/// All filters that the program has.
struct Pipeline {
  let filters: [any TextFilter]
  func apply(_ text: String) -> String { filters.reduce(text) { $1.apply($0) } }
}

struct PipelineModule: Module {
  func configure(_ binder: inout Binder) {
    binder.contribute(to: (any TextFilter).self, Trim.init)
    binder.bind(Pipeline.init)
  }
}

for profile in [Profile.production, "demo"] {
  let plan = try Plan(
    Pipeline.self, modules: [PipelineModule()], context: Definitions(scan: .everything()), profile: profile)
  let pipeline = try plan.build().root
  print("\(profile):", pipeline.filters.map(\.name), pipeline.apply("mind   the gap"))
}
