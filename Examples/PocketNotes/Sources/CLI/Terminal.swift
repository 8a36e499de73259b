import Foundation

/// Where the commands print.
package protocol Terminal: Sendable {
  /// Prints lines below the others.
  func print(_ lines: [String])

  /// Shows lines in place of those before.
  func show(_ lines: [String])
}

/// The standard output.
package struct StandardOutput: Terminal {
  package init() {}

  package func print(_ lines: [String]) {
    for line in lines { Swift.print(line.printable) }
  }

  package func show(_ lines: [String]) {
    Swift.print("\u{1B}[H\u{1B}[2J", terminator: "")
    self.print(lines)
    // A pipe would keep it until it has more.
    fflush(nil)
  }
}

extension String {
  /// The text without control characters, which a note could use to move the cursor or to change the terminal.
  fileprivate var printable: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
  }
}
