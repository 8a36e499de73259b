/// A block of code: what opens it, and what stands inside.
func block(_ opening: String, _ body: String) -> String {
  "\(opening) {\n\(body.indented)\n}"
}

extension String {
  /// The lines, two spaces further to the right.
  var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
  }
}
