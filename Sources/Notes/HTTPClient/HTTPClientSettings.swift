/// How a device speaks to its server. Times are in milliseconds.
public struct HTTPClientSettings: Sendable, Hashable {
  /// What the device says that it is, as in `notesctl/1.0.0`.
  public var userAgent: String
  /// A file with certificates that are trusted beside those of the system, in PEM form; `nil` for none.
  public var certificateFile: String?
  /// The longest time until there is a connection.
  public var connecting = 10_000
  /// The longest time in which nothing arrives, or nothing can be sent.
  public var idling = 30_000
  /// The longest time that a short answer may take from its beginning to its end; a long one may take more, see
  /// ``slowestBytes``.
  public var answering = 30_000
  /// How much longer than asked for the answer to ``ChangeListener/listen(_:)`` may take.
  public var listeningGrace = 15_000
  /// The longest time that a server waits for a change, whatever it is asked for.
  public var longestListening = 60_000
  /// The fewest bytes a second that a long message may take, either way, on top of ``idling`` or ``answering``.
  public var slowestBytes = 8192
  /// How often a question that may be repeated is asked.
  public var attempts = 3
  /// The longest wait before the second try; it doubles with each.
  public var firstDelay = 500
  /// The longest wait that a server may ask for before it is told to people instead.
  public var longestDelay = 10_000

  /// Creates settings that suit a person at a terminal.
  ///
  /// - Parameters:
  ///   - userAgent: What the device says that it is.
  ///   - certificateFile: A file with certificates that are trusted beside those of the system.
  public init(userAgent: String, certificateFile: String? = nil) {
    self.userAgent = userAgent
    self.certificateFile = certificateFile
  }
}
