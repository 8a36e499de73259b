/// One page for a browser: the picture of a graph and everything about it, in one file that needs no network.
///
/// The page is complete without scripts: problems and bindings are written out. Scripts add the picture, which is drawn
/// from the same JSON that ``GraphDescription/json`` gives.
struct GraphPage {
  let graph: GraphDescription
  let title: String

  init(_ graph: GraphDescription, title: String) {
    self.graph = graph
    self.title = title
  }

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
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      \(header(bindings))
      <main>
      \(problems(bindings))\(Self.stage)
      </main>
      \(table(bindings))
      <script type="application/json" id="graph">
      \(graph.json)</script>
      <script type="module">
      \(Self.layoutScript)
      \(Self.pictureScript)
      \(Self.cameraScript)
      \(Self.interactionScript)
      </script>
      </body>
      </html>

      """
  }

  /// Nothing is loaded from anywhere, whatever a key is called.
  private static let policy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
}

extension GraphPage {
  /// The title, the figures, and what is operated with; the latter shown by the script that it operates.
  func header(_ bindings: [GraphDescription.Binding]) -> String {
    let modules = GraphDescription.moduleNames(of: bindings).count
    let figures = [
      Self.count(bindings.count, "binding"), Self.count(modules, "module"), Self.count(graph.roots.count, "root"),
    ]
    return """
      <a class="skip" href="#table">Skip to the table</a>
      <header>
      <div class="name">
      <h1>\(GraphDescription.escaped(title))</h1>
      <p>\(figures.joined(separator: " · "))</p>
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
      <a class="button" href="#table">Table</a>
      <output id="status" class="unseen"></output>
      </form>
      </header>
      """
  }

  /// What is wrong, before anything else; nothing for the graph of a plan.
  func problems(_ bindings: [GraphDescription.Binding]) -> String {
    guard !graph.problems.isEmpty else { return "" }
    let items = graph.problems.enumerated().map { position, problem in
      let place = problem.location.map { "<p class=\"place\">\(GraphDescription.escaped($0.description))</p>" } ?? ""
      let steps = problem.path.map { "<li>\(GraphDescription.escaped($0))</li>" }.joined()
      let fixes = problem.fixes.map { "<li>\(GraphDescription.escaped($0))</li>" }.joined()
      return """
        <li class="problem" data-problem="\(position)">
        <h3><span class="code">\(problem.code.rawValue) \(problem.code.word)</span>
        <span class="summary">\(GraphDescription.escaped(problem.summary))</span></h3>
        \(place)\(steps.isEmpty ? "" : "<ol class=\"path\" aria-label=\"Path\">\(steps)</ol>")
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

  /// Where the picture is drawn, and what is said about the part of it that is selected.
  static let stage = """
    <section id="stage" aria-label="Picture" hidden>
    <svg id="picture" role="application" aria-label="Picture of the graph" aria-describedby="keys"></svg>
    <div class="zoom" role="group" aria-label="Zoom">
    <button type="button" id="zoom-in" aria-label="Zoom in" aria-keyshortcuts="+">+</button>
    <button type="button" id="zoom-out" aria-label="Zoom out" aria-keyshortcuts="-">−</button>
    <button type="button" id="zoom-fit" aria-label="Show everything" aria-keyshortcuts="0">Fit</button>
    </div>
    </section>
    <aside id="side" aria-label="About the selection" hidden>
    <section id="details" aria-live="polite"></section>
    <section aria-labelledby="legend-title">
    <h2 id="legend-title">Legend</h2>
    <ul id="legend"></ul>
    <ul class="signs">
    <li><i class="sign root"></i>root, where the program begins</li>
    <li><i class="sign value"></i>value, given ready</li>
    <li><i class="sign opaque"></i>opaque, its needs are unknown</li>
    <li><i class="line"></i>needs, from left to right</li>
    <li><i class="line deferred"></i>needs later: lazy or provided</li>
    <li class="if-problem"><i class="line bad"></i>part of a problem</li>
    </ul>
    </section>
    <section id="keys" aria-labelledby="keys-title">
    <h2 id="keys-title">Keys</h2>
    <dl>
    <div><dt><kbd>/</kbd></dt><dd>search</dd></div>
    <div><dt><kbd>→</kbd> <kbd>←</kbd></dt><dd>to what it needs, to who needs it</dd></div>
    <div><dt><kbd>↑</kbd> <kbd>↓</kbd></dt><dd>through a column</dd></div>
    <div><dt><kbd>Enter</kbd> <kbd>Esc</kbd></dt><dd>select, let go</dd></div>
    <div><dt><kbd>+</kbd> <kbd>−</kbd> <kbd>0</kbd></dt><dd>nearer, farther, everything</dd></div>
    <div><dt><kbd>Shift</kbd> + arrow</dt><dd>move the picture</dd></div>
    </dl>
    </section>
    </aside>
    """

  /// Every binding, as a table that says all that the picture says.
  func table(_ bindings: [GraphDescription.Binding]) -> String {
    let roots = Set(graph.roots)
    let names = bindings.map { GraphDescription.escaped($0.key.description) }
    let rows = bindings.enumerated().map { position, binding in
      let needs = binding.edges.map { edge in
        "<a href=\"#b\(edge.target)\">\(names[edge.target])</a>\(edge.isDeferred ? " (later)" : "")"
      }
      let notes = (roots.contains(position) ? ["root"] : []) + binding.notes
      let cells = [
        binding.scope.name, binding.kind.rawValue, binding.isolation.rawValue, GraphDescription.escaped(binding.module),
        GraphDescription.escaped(binding.location.description), needs.joined(separator: ", "),
        GraphDescription.escaped(notes.joined(separator: ", ")),
      ]
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
  /// The graph as a page for a browser, in one file that needs no network.
  ///
  /// ```swift
  /// let page = try Plan(App.self, modules: modules).description.html(title: "Shop")
  /// ```
  ///
  /// The page shows the picture, in which one can search and follow dependencies, and the bindings as a table; for a
  /// graph with ``problems``, those come first.
  ///
  /// For a plan that could not be made, use ``WiringError/graph``. For other programs, ``json`` is the better form.
  ///
  /// - Parameter title: What the page is called.
  /// - Returns: The page's source. The same graph gives the same page.
  public func html(title: String) -> String {
    GraphPage(self, title: title).text
  }
}
