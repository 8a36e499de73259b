/// The line of usage in messages of the argument parser.
enum UsageLine {
  /// Returns a message with `[<options>]` in place of all options that can be left out: with the global ones, the line is wider
  /// than most terminals. The parser does that only where there are more than a dozen.
  static func shortened(in message: String) -> String {
    message.split(separator: "\n", omittingEmptySubsequences: false)
      .map { ["USAGE: ", "Usage: "].contains(where: $0.hasPrefix) ? $0.replacing(options, with: "[<options>]") : $0 }
      .joined(separator: "\n")
  }

  private static var options: Regex<Substring> { #/\[-[^\]]*\](?:\ \[-[^\]]*\])*/# }
}
