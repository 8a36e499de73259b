import Foundation

/// The cost of sync for one number of notes, in plain text and encrypted.
struct Measurement: Codable {
  var notes: Int
  var plain: Costs
  var encrypted: Costs
}

/// The cost of sync.
struct Costs: Codable {
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

extension Costs {
  /// The sizes of the first of several runs, and of each time the least: what else the machine does only adds to it.
  init(fastestOf runs: [Costs]) {
    self = runs.first ?? Costs()
    for run in runs {
      for time in [\Costs.firstPush, \.clone, \.sendOne, \.receiveOne, \.nothingNew] {
        self[keyPath: time] = min(self[keyPath: time], run[keyPath: time])
      }
    }
  }
}

/// The limits for 10,000 notes.
struct Target: Sendable {
  let name: String
  var unit = "ms"
  let limit: Double
  let value: @Sendable (Measurement) -> Double

  static let notes = 10_000

  static let all = [
    Target(name: "first push", limit: 2600) { $0.plain.firstPush },
    Target(name: "fresh clone", limit: 1000) { $0.plain.clone },
    Target(name: "one changed note, sent", limit: 20) { $0.plain.sendOne },
    Target(name: "one changed note, received", limit: 20) { $0.plain.receiveOne },
    Target(name: "nothing new", limit: 2) { $0.plain.nothingNew },
    Target(name: "first push, encrypted", unit: "% of plain", limit: 130) {
      100 * $0.encrypted.firstPush / $0.plain.firstPush
    },
    Target(name: "fresh clone, encrypted", unit: "% of plain", limit: 130) {
      100 * $0.encrypted.clone / $0.plain.clone
    },
    Target(name: "one note, sent encrypted", unit: "ms more", limit: 1) { $0.encrypted.sendOne - $0.plain.sendOne },
    Target(name: "one note, received encrypted", unit: "ms more", limit: 1) {
      $0.encrypted.receiveOne - $0.plain.receiveOne
    },
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
