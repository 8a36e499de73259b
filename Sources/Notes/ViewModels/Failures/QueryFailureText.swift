package import NotesDomain

extension NoteFilterError: DescribedFailure {
  package var text: FailureText {
    switch self {
    case .invalidDate(let text, let key):
      FailureText(
        "invalid date '\(text)' for \(key):", .usage,
        "dates are 2026-10-04, 2026-10, 2026, today, monday, last-week, 3d, or two with .. in between")
    case .reversedDates(let text, let key):
      FailureText("invalid dates '\(text)' for \(key): the second is before the first", .usage)
    case .unexpectedStar(let text, let key):
      FailureText(
        "invalid value '\(text)' for \(key):", .usage, "only words and title: take a star, as in tomat*")
    case .invalidTag(let text): FailureText("invalid tag '\(text)' for tag:", .usage)
    case .invalidNotebook(let text): FailureText("invalid notebook '\(text)' for notebook:", .usage)
    case .unknownValue(let text, let key, let available):
      FailureText(
        "invalid value '\(text)' for \(key):", .usage,
        "available: \(available.map { key + ":" + $0 }.joined(separator: ", "))")
    case .unknownSearch(let name, let available) where available.isEmpty:
      FailureText("there is no saved search @\(name)", .usage)
    case .unknownSearch(let name, let available):
      FailureText(
        "there is no saved search @\(name)", .usage, "available: \(available.map { "@" + $0 }.joined(separator: ", "))")
    case .combinedSearch(let name):
      FailureText("the saved search @\(name) cannot be excluded or joined by OR", .usage)
    case .recursiveSearch(let name): FailureText("the saved search @\(name) contains itself", .configuration)
    case .inSearch(let name, let error, let location):
      Self.text(of: error, inSearch: name, at: location)
    case .tooManyConditions(let limit):
      FailureText("the query has more than \(limit) conditions", .usage, "use fewer words, or a phrase in quotes")
    }
  }

  private static func text(
    of error: NoteFilterError, inSearch name: String, at location: ConfigurationLocation?
  ) -> FailureText {
    let (place, cause) = (location.map { "\($0.description): " } ?? "", error.text)
    var text =
      place.isEmpty
      ? FailureText("in the saved search @\(name): \(cause.message)", .configuration)
      : FailureText("\(place)in the saved search @\(name): \(cause.message)", .configuration)
    text.advice = cause.advice
    return text
  }
}
