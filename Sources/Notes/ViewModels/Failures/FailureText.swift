/// A failure in the words that all fronts share: what happened, and what to know about it.
///
/// A front prints them in its own form and adds what can be done there: a command of the terminal, a place on a page.
package struct FailureText: Sendable, Hashable {
  /// The event.
  package let message: FailureSentence
  package let kind: Kind
  /// The facts and remedies that are the same in any front, one sentence each.
  package var advice: [FailureSentence]

  /// The message as a sentence, which leads to the advice where it ends with a colon.
  package var sentence: String {
    advice.isEmpty && message.text.hasSuffix(":") ? String(message.sentence.dropLast()) + "." : message.sentence
  }

  /// Creates a text.
  package init(_ message: FailureSentence, _ kind: Kind, _ advice: FailureSentence...) {
    self.message = message
    self.kind = kind
    self.advice = advice
  }

  /// The kind of a failure, by the rough cause, from which a front derives its status. The kinds are those of `sysexits.h`.
  package enum Kind: Sendable, Hashable {
    /// The request is invalid.
    case usage
    /// Some of the data is invalid.
    case data
    /// Something that the request names does not exist.
    case noInput
    /// A required service or program is not available.
    case unavailable
    /// An internal error.
    case software
    /// A file or folder cannot be created.
    case cannotCreate
    /// Reading or writing failed.
    case inputOutput
    /// A retry may succeed.
    case tryAgain
    /// The server violates the sync protocol, or uses another version of it.
    case protocolError
    /// The system, the server or a guard denies the action.
    case permission
    /// Something is not set up.
    case configuration
  }
}

/// A sentence about a failure, without its capital and full stop: a front may put it behind other words.
///
/// ```swift
/// let message: FailureSentence = "no note is named '\(name)'"
/// print(message.text)      // no note is named 'Bread'
/// print(message.sentence)  // No note is named 'Bread'.
/// ```
package struct FailureSentence: Sendable, Hashable {
  /// The sentence without its capital and full stop.
  package private(set) var text = ""
  /// Whether it begins with a name that someone chose, which keeps its letters.
  private var beginsWithName = false

  /// The sentence with its capital and full stop; without the stop where it leads to what follows, by a colon.
  package var sentence: String {
    (beginsWithName ? text : text.prefix(1).uppercased() + text.dropFirst()) + (text.hasSuffix(":") ? "" : ".")
  }
}

extension FailureSentence: ExpressibleByStringInterpolation {
  /// The pieces of a sentence.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var sentence = FailureSentence()

    package init(literalCapacity: Int, interpolationCount: Int) {
      sentence.text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { sentence.text += literal }

    package mutating func appendInterpolation(_ name: some CustomStringConvertible) {
      if sentence.text.isEmpty { sentence.beginsWithName = true }
      sentence.text += name.description
    }

    /// Appends another sentence.
    package mutating func appendInterpolation(_ other: FailureSentence) {
      if sentence.text.isEmpty { sentence.beginsWithName = other.beginsWithName }
      sentence.text += other.text
    }

    /// Appends a number with its noun, as in `3 notes`.
    package mutating func appendInterpolation(_ count: Int, _ noun: String) {
      appendInterpolation("\(count) \(noun)\(count == 1 ? "" : "s")")
    }
  }

  package init(stringLiteral text: String) { self.text = text }

  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.sentence }
}

/// An error in words that all fronts share.
package protocol DescribedFailure: Error, Hashable {
  /// The error in words.
  var text: FailureText { get }
  /// The error that this one only passes on, so that a front adds the remedies of that one; by default itself.
  var cause: any DescribedFailure { get }
}

extension DescribedFailure {
  package var cause: any DescribedFailure { self }
}
