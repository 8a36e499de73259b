/// The picture of the modules in docs/modules.md, and the table under it.
struct ModuleDiagram {
  /// The arrows, as `NotesCLI --> NotesDomain`.
  let arrows: Set<String>
  /// The names in the first column of the table.
  let rows: Set<String>
  /// Lines of the diagram that look like arrows and are not written like the others.
  let unreadable: [String]

  init(markdown: String) {
    var (arrows, rows, unreadable) = (Set<String>(), Set<String>(), [String]())
    var isInDiagram = false
    for line in markdown.split(separator: "\n") {
      if line.hasPrefix("```") {
        isInDiagram = line == "```mermaid"
      } else if isInDiagram, let arrow = line.wholeMatch(of: /\s*(\w+) --> (\w+)\s*/) {
        arrows.insert("\(arrow.output.1) --> \(arrow.output.2)")
      } else if isInDiagram, line.contains(/--|==|-\.|~~/) {
        unreadable.append(String(line))
      } else if let row = line.firstMatch(of: /^\| `(\w+)` \|/) {
        rows.insert(String(row.output.1))
      }
    }
    (self.arrows, self.rows, self.unreadable) = (arrows, rows, unreadable)
  }

  /// How it differs from the manifest.
  func differences(from manifest: Manifest) -> [String] {
    let targets = manifest.targets.filter { !$0.isTest }
    let real = Set(
      targets.flatMap { target in target.dependencies.filter(manifest.isOurs).map { "\(target.name) --> \($0)" } })
    let names = Set(targets.map(\.name))
    return unreadable.map { "the diagram has an arrow that is not written 'A --> B': \($0)" }
      + real.subtracting(arrows).sorted().map { "the diagram lacks \($0)" }
      + arrows.subtracting(real).sorted().map { "the manifest lacks \($0)" }
      + names.subtracting(rows).sorted().map { "the table lacks \($0)" }
      + rows.subtracting(names).sorted().map { "the table has \($0), which is no target" }
  }
}
