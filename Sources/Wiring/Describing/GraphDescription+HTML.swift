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
