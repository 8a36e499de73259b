import Foundation

/// The measurements as a table with a column for each number of notes.
struct Report {
  private let measurements: [Measurement]

  init(_ measurements: [Measurement]) {
    self.measurements = measurements
  }

  var text: String {
    var lines = [row("notes", "target") { "\($0.notes)" }]
    for target in Target.all {
      lines.append(row(target.name + ", " + target.unit, "≤ \(Int(target.limit))") { decimal(target.value($0)) })
    }
    lines.append(row("first push, µs per note", "") { decimal($0.firstPush * 1000 / Double($0.notes)) })
    lines.append(row("fresh clone, µs per note", "") { decimal($0.clone * 1000 / Double($0.notes)) })
    lines.append(row("first push, peak memory in MB", "flat") { decimal($0.firstPushMegabytes) })
    lines.append(row("fresh clone, peak memory in MB", "flat") { decimal($0.cloneMegabytes) })
    lines.append(row("device's file, as a multiple of the text", "") { ratio($0.deviceFile, $0.text) })
    lines.append(row("clone's file, as a multiple of the text", "") { ratio($0.cloneFile, $0.text) })
    lines.append(row("server's file, as a multiple of the text", "") { ratio($0.serverFile, $0.text) })
    lines.append(
      row("server: notes/tombstones/receipts", "") {
        "\($0.serverNotes)/\($0.serverTombstones)/\($0.serverReceipts)"
      })
    return lines.joined(separator: "\n")
  }

  private func row(_ name: String, _ target: String, _ value: (Measurement) -> String) -> String {
    measurements.reduce(padded(name, 44)) { $0 + padded(value($1), 16) } + target
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private func decimal(_ value: Double) -> String { String(format: "%.1f", value) }

  private func ratio(_ bytes: Int, _ text: Int) -> String {
    text == 0 ? "" : String(format: "%.2f", Double(bytes) / Double(text))
  }
}
