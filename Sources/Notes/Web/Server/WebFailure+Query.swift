import HTTPTypes
import NotesDomain

extension WebFailure {
  init(_ error: NoteFilterError) {
    let (message, hint) = Self.words(error)
    self.init(status: .badRequest, message: message, hint: hint)
  }

  private static func words(_ error: NoteFilterError) -> (message: String, hint: String) {
    let quoting = "To search for the text itself, put it in quotes, as in \"before:noon\"."
    switch error {
    case .invalidDate(let text, let key):
      return (
        "“\(text)” is not a date for \(key):.",
        "Dates are 2026-10-04, 2026-10, 2026, today, monday, last-week, 3d, or two with .. in between. " + quoting
      )
    case .reversedDates(let text, let key):
      return ("Of the dates “\(text)” for \(key):, the second is before the first.", quoting)
    case .unexpectedStar(let text, let key):
      return ("“\(text)” is not a value for \(key):.", "Only words and title: take a star, as in tomat*. " + quoting)
    case .invalidTag(let text): return ("“\(text)” is not a tag.", quoting)
    case .invalidNotebook(let text): return ("“\(text)” is not a notebook.", quoting)
    case .unknownValue(let text, let key, let available):
      let list = available.map { key + ":" + $0 }.joined(separator: ", ")
      return ("“\(text)” is not a value for \(key):.", "Available are \(list). " + quoting)
    case .unknownSearch(let name, let available):
      let list = available.map { "@" + $0 }.joined(separator: ", ")
      return (
        "There is no saved search @\(name).",
        (available.isEmpty ? "Saved searches are in the configuration file. " : "Available are \(list). ") + quoting
      )
    case .combinedSearch(let name):
      return (
        "The saved search @\(name) cannot be excluded or joined by OR.", "Use its conditions instead. " + quoting
      )
    case .recursiveSearch(let name):
      return ("The saved search @\(name) contains itself.", "Change it in the configuration file.")
    case .inSearch(let name, let error, let location):
      let cause = words(error)
      let place = location.map { " (\($0.description))" } ?? ""
      return ("In the saved search @\(name)\(place): \(cause.message)", "Change it in the configuration file.")
    case .tooManyConditions(let limit):
      return ("The search has more than \(limit) conditions.", "Use fewer words, or a phrase in quotes.")
    }
  }
}
