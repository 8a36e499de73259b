import Foundation
import NotesDomain
import Wiring
import WiringContext

/// Reads a context file for the front, which knows no format.
///
/// Its placeholders are filled from the whole environment, since people choose what they call what they put in there. Nobody
/// else in the program sees more of it than the variables that it documents.
///
/// - Parameter path: The file.
/// - Returns: What it defines. What is wrong with it the plan will say.
func readContext(at path: String) -> Definitions {
  var context = ContextReader(environment: ProcessInfo.processInfo.environment).read(contentsOf: path)
  context.conversions.add(Timestamp.self, expected: "a moment such as 2026-03-14T09:26:53Z") { Timestamp(iso8601: $0) }
  return context
}
