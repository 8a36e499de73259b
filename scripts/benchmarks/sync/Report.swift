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
    for (kind, costs) in [("", \Measurement.plain), (", encrypted", \.encrypted)] {
      lines += [
        row("first push\(kind), µs per note") { decimal($0[keyPath: costs].firstPush * 1000 / Double($0.notes)) },
        row("fresh clone\(kind), µs per note") { decimal($0[keyPath: costs].clone * 1000 / Double($0.notes)) },
        row("first push\(kind), peak memory in MB", "flat") { decimal($0[keyPath: costs].firstPushMegabytes) },
        row("fresh clone\(kind), peak memory in MB", "flat") { decimal($0[keyPath: costs].cloneMegabytes) },
        row("server's file\(kind), multiple of the text") { multiple($0[keyPath: costs], \.serverFile) },
      ]
    }
    lines.append(row("device's file, multiple of the text") { multiple($0.plain, \.deviceFile) })
    lines.append(row("clone's file, multiple of the text") { multiple($0.plain, \.cloneFile) })
    lines.append(
      row("server: notes/tombstones/receipts") {
        "\($0.plain.serverNotes)/\($0.plain.serverTombstones)/\($0.plain.serverReceipts)"
      })
    return lines.joined(separator: "\n")
  }

  private func row(_ name: String, _ target: String = "", value: (Measurement) -> String) -> String {
    measurements.reduce(padded(name, 44)) { $0 + padded(value($1), 16) } + target
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private func decimal(_ value: Double) -> String { String(format: "%.1f", value) }

  private func multiple(_ costs: Costs, _ file: KeyPath<Costs, Int>) -> String {
    costs.text == 0 ? "" : String(format: "%.2f", Double(costs[keyPath: file]) / Double(costs.text))
  }
}
