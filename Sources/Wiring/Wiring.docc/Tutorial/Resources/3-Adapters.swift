import Foundation

/// The friends of a file, a line each: `12-10 Ada`.
struct FileFriendStore: FriendStore {
  func friends() throws -> [Friend] {
    let lines = try String(contentsOfFile: "friends.txt", encoding: .utf8).split(separator: "\n")
    return lines.compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      return parts.count == 2 ? Friend(name: String(parts[1]), birthday: String(parts[0])) : nil
    }
  }
}

/// The day of the system's clock.
struct SystemToday: Today {
  var day: String { Date.now.formatted(.iso8601.month().day()) }
}
