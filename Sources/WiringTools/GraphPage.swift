import CWiringPage
public import Wiring

/// A page of HTML about a graph: its diagram, problems and bindings, in one file that loads nothing.
///
/// The page is complete without scripts, which add the diagram only. They draw it from `GraphDescription.json`. Its style
/// sheet and scripts are the files of CWiringPage.
struct GraphPage {
  let graph: GraphDescription
  let title: String
  /// The facts from the source of each binding, by its position; empty without the sources.
  var sources: [BindingSource] = []

  /// The page's source.
  var text: String {
    let bindings = graph.bindings
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
      <title>\(GraphDescription.escaped(title))</title>
      <style>\(Self.style)</style>
      </head>
      <body>
      \(header(bindings))
      <main>
      \(problems(bindings))\(Self.picture)</main>
      \(table(bindings))
      <script type="application/json" id="graph">
      \(graph.json)</script>
      \(sourceData)<script type="module">\(Self.script)</script>
      </body>
      </html>

      """
  }

  /// The facts from the sources, as data for the script.
  private var sourceData: String {
    guard sources.contains(where: { $0 != BindingSource() }) else { return "" }
    return "<script type=\"application/json\" id=\"sources\">\n\(JSONValue.list(sources.map(\.json)).text)</script>\n"
  }

  // Each of these ends with a newline.
  fileprivate static var style: String { "\n" + String(cString: wiring_page_style()) }
  private static var picture: String { String(cString: wiring_page_picture()) }
  static var script: String { "\n" + String(cString: wiring_page_script()) }

  /// The content security policy, which forbids loading anything, and any script but the page's own, whatever text a name
  /// contains.
  private static let policy =
    "default-src 'none'; script-src 'sha256-\(scriptDigest)'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

  /// The SHA-256 digest of the script, in base 64. A test compares it: a program that uses Wiring needs no hash function.
  static let scriptDigest = "vk9lgyUDAAB74GIuXznYQkNcs4ZgSmYa2qmcEeqKM/g="
}

extension GraphPage {
  /// The title, the numbers, and the controls, which stay hidden without scripts.
  func header(_ bindings: [GraphDescription.Binding]) -> String {
    let modules = GraphDescription.moduleNames(of: bindings).count
    let numbers = [
      Self.count(bindings.count, "binding"), Self.count(modules, "module"), Self.count(graph.roots.count, "root"),
    ]
    return """
      <a class="skip" href="#table">Skip to the table</a>
      <header>
      <div class="name">
      <h1>\(GraphDescription.escaped(title))</h1>
      <p>\(numbers.joined(separator: " · "))</p>
      </div>
      <form id="tools" role="search" hidden>
      <div class="search">
      <input id="query" type="search" placeholder="Search keys, modules, files"
        aria-label="Search keys, modules and files" aria-keyshortcuts="/" role="combobox" aria-expanded="false"
        aria-controls="matches" aria-autocomplete="list" autocomplete="off" spellcheck="false">
      <kbd aria-hidden="true">/</kbd>
      <ul id="matches" role="listbox" aria-label="Matches" hidden></ul>
      </div>
      <fieldset class="switch">
      <legend>Colour by</legend>
      <label><input type="radio" name="colour" value="module" checked><span>Module</span></label>
      <label><input type="radio" name="colour" value="scope"><span>Scope</span></label>
      </fieldset>
      <label class="button" title="Compares with an older graph: its JSON, or a page like this one">Compare with…
      <input id="compare" class="unseen" type="file" accept=".json,.html,application/json,text/html"></label>
      <fieldset class="switch view">
      <legend class="unseen">View</legend>
      <label><input type="radio" name="view" value="table" checked><span>Table</span></label>
      <label><input type="radio" name="view" value="picture"><span>Picture</span></label>
      </fieldset>
      <a class="button" href="#table">Table</a>
      <output id="status" class="unseen"></output>
      </form>
      </header>
      """
  }

  /// The problems; empty for the graph of a plan.
  func problems(_ bindings: [GraphDescription.Binding]) -> String {
    guard !graph.problems.isEmpty else { return "" }
    let items = graph.problems.enumerated().map { position, problem in
      let location = problem.location.map { "<p class=\"place\">\(GraphDescription.escaped($0.description))</p>" } ?? ""
      let steps = problem.path.map { "<li>\(GraphDescription.escaped($0))</li>" }.joined()
      let fixes = problem.fixes.map { "<li>\(GraphDescription.escaped($0))</li>" }.joined()
      return """
        <li class="problem" data-problem="\(position)">
        <h3><span class="code">\(problem.code.rawValue) \(problem.code.word)</span>
        <span class="summary">\(GraphDescription.escaped(problem.summary))</span></h3>
        \(location)\(steps.isEmpty ? "" : "<ol class=\"path\" aria-label=\"Path\">\(steps)</ol>")
        <ul class="fixes" aria-label="Ways to fix it">\(fixes)</ul>
        </li>
        """
    }
    return """
      <section id="problems" aria-labelledby="problems-title">
      <h2 id="problems-title">\(Self.count(graph.problems.count, "problem"))</h2>
      <p>This is no plan yet. Nothing was created.</p>
      <ol>
      \(items.joined(separator: "\n"))
      </ol>
      </section>

      """
  }

  /// The bindings as a table, which has all information of the diagram.
  func table(_ bindings: [GraphDescription.Binding]) -> String {
    let roots = Set(graph.roots)
    let names = bindings.map { GraphDescription.escaped($0.key.description) }
    let rows = bindings.enumerated().map { position, binding in
      let needs = binding.edges.map { edge in
        "<a href=\"#b\(edge.target)\">\(names[edge.target])</a>\(edge.isDeferred ? " (later)" : "")"
      }
      let notes = (roots.contains(position) ? ["root"] : []) + binding.notes
      let texts = [
        binding.scope.name, binding.kind.rawValue, binding.isolation.rawValue, binding.module,
        binding.location.description,
      ]
      let cells =
        texts.map(GraphDescription.escaped) + [needs.joined(separator: ", ")]
        + [GraphDescription.escaped(notes.joined(separator: ", "))]
      return "<tr id=\"b\(position)\"><th scope=\"row\"><a href=\"#b\(position)\">\(names[position])</a></th>"
        + cells.map { "<td>\($0)</td>" }.joined() + "</tr>"
    }
    let columns = ["Key", "Scope", "Kind", "Isolation", "Module", "Declared at", "Needs", "Notes"]
      .map { "<th scope=\"col\">\($0)</th>" }.joined()
    return """
      <section id="table" aria-labelledby="table-title" tabindex="-1">
      <h2 id="table-title">All bindings</h2>
      <noscript><p>The picture is drawn by a script; this table says the same.</p></noscript>
      <div class="scroll" role="region" aria-labelledby="table-title" tabindex="0">
      <table>
      <thead><tr>\(columns)</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      </div>
      </section>
      """
  }

  private static func count(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }
}

extension GraphDescription {
  /// Returns the graph as a page of HTML, in one file that loads nothing.
  ///
  /// ```swift
  /// let page = try Plan(App.self, modules: modules).description.html(title: "Shop")
  /// ```
  ///
  /// The page has a diagram, for searching and following dependencies, and a table of the bindings. The `problems` of a
  /// graph come first.
  ///
  /// For an invalid plan, use `WiringError.graph`. For other programs, prefer `json`.
  public func html(title: String) -> String {
    GraphPage(graph: self, title: title).text
  }

  /// The text of the only style element of ``html(title:)``, which is the same for all graphs.
  ///
  /// A server whose content security policy forbids inline styles and scripts can allow exactly these, by their hashes.
  public static var htmlStyle: String { GraphPage.style }

  /// The text of the only script of ``html(title:)``, which is the same for all graphs.
  public static var htmlScript: String { GraphPage.script }
}
