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
