import HTTPTypes
import NotesDomain
import NotesViewModels

/// A failure for which the pages have remedies.
protocol PageRemedies: DescribedFailure {
  /// The remedies on the pages, in sentences; shown behind what is true in any front. Empty where that says enough.
  var remedy: String { get }
  /// The status of the page, where its kind is too coarse.
  var status: HTTPResponse.Status? { get }
}

extension PageRemedies {
  var status: HTTPResponse.Status? { nil }
}

extension UnexpectedError: PageRemedies {
  var remedy: String { "Nothing that was saved before is lost. Please report it." }
}
