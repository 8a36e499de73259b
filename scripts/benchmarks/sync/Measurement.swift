import Foundation

/// The cost of sync for one number of notes.
struct Measurement: Codable {
  var notes: Int
  /// Times in milliseconds: of the whole, or the median of several rounds.
  var firstPush = 0.0
  var clone = 0.0
  var sendOne = 0.0
  var receiveOne = 0.0
  var nothingNew = 0.0
  /// The peak memory of the process meanwhile, in megabytes.
  var firstPushMegabytes = 0.0
  var cloneMegabytes = 0.0
  /// Sizes in bytes.
  var text = 0
  var deviceFile = 0
  var cloneFile = 0
  var serverFile = 0
  /// The rows of the server at the end.
  var serverNotes = 0
  var serverTombstones = 0
  var serverReceipts = 0
}

/// The limits for 10,000 notes.
struct Target: Sendable {
  let name: String
  let unit: String
  let limit: Double
  let value: @Sendable (Measurement) -> Double

  static let notes = 10_000

  static let all = [
    Target(name: "first push", unit: "ms", limit: 2600) { $0.firstPush },
    Target(name: "fresh clone", unit: "ms", limit: 1000) { $0.clone },
    Target(name: "one changed note, sent", unit: "ms", limit: 20) { $0.sendOne },
    Target(name: "one changed note, received", unit: "ms", limit: 20) { $0.receiveOne },
    Target(name: "nothing new", unit: "ms", limit: 2) { $0.nothingNew },
  ]
}

/// The peak memory of the process, which can be reset.
enum Memory {
  /// Resets the peak.
  static func resetPeak() {
    try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
  }

  /// The peak since the last reset, in megabytes.
  static var peakMegabytes: Double {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return (line.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) / 1024
  }
}

extension [Double] {
  var median: Double { sorted()[count / 2] }
}
