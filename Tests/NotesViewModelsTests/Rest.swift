import Testing

/// Lets other tasks run until a condition holds, which is an issue if it never does.
@MainActor
func rest(
  _ comment: Comment? = nil, until condition: () -> Bool, sourceLocation: Testing.SourceLocation = #_sourceLocation
) async {
  for _ in 0..<100_000 {
    if condition() { return }
    await Task.yield()
  }
  Issue.record(comment ?? "The state at rest is not the expected one.", sourceLocation: sourceLocation)
}
