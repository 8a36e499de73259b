/// A promise that was seen broken.
package struct Violation: Error, Sendable, Hashable {
  /// Which one.
  package let promise: Promise
  /// How it showed.
  package let detail: String

  init(_ promise: Promise, _ detail: String) {
    self.promise = promise
    self.detail = detail
  }

  /// What the judge makes of it.
  var verdict: Verdict { .broken(promise, detail: detail) }
}
