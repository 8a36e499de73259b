/// A fault that a version of the protocol, or of the program, once had: its history, and how to have it back.
package struct RegressionScenario: Sendable {
  /// What went wrong.
  package let name: String
  let mutant: String
  let steps: [Step]

  /// All of them.
  package static let all: [RegressionScenario] = [
    // The vault had forgotten the note: no later page would have brought it, and the same batch was sent for ever.
    RegressionScenario(
      name: "a conflict with a note that the vault does not hold",
      mutant: "a conflict with nothing is passed over",
      steps: [
        .create(device: 0), .sync(device: 0), .sync(device: 1), .delete(device: 1), .sync(device: 1),
        .append(device: 0), .syncLosingPushes(device: 0), .purgeAll,
      ]),
    // The second copy took the place of the first, and could never be sent.
    RegressionScenario(
      name: "copies whose ids follow from something",
      mutant: "a copy named after its note",
      steps: [
        .create(device: 0), .sync(device: 0), .sync(device: 1),
        .append(device: 0), .append(device: 1), .sync(device: 0), .sync(device: 1), .sync(device: 0),
        .append(device: 0), .append(device: 1), .sync(device: 0), .sync(device: 1),
      ]),
    // A device that slept through an epoch took what that epoch had undone for common history.
    RegressionScenario(
      name: "an epoch that a device never heard of",
      mutant: "only the last epoch counts",
      steps: [
        .create(device: 0), .sync(device: 0), .sync(device: 1),
        .restoreServer, .append(device: 1), .sync(device: 1), .restoreServer,
        .create(device: 0), .create(device: 0), .sync(device: 0),
        .restoreServer, .restoreServer, .sync(device: 1),
      ]),
    // Such a row was neither clean nor dirty, and stayed for ever.
    RegressionScenario(
      name: "a row without either version",
      mutant: "a deletion that was accepted is kept in mind",
      steps: [.create(device: 0), .sync(device: 0), .delete(device: 0), .sync(device: 0)]),
    // The first batch of a device that nobody remembered was executed again, onto a note of which nobody knew any more.
    RegressionScenario(
      name: "receipts that went with the tombstones",
      mutant: "devices are forgotten with tombstones",
      steps: [
        .create(device: 0), .sync(device: 0), .sync(device: 1), .delete(device: 1), .sync(device: 1), .purgeAll,
        .deliverAgain(device: 0),
      ]),
    // A device asked for what comes after a revision that was yet to be given out, and heard of nothing before that.
    RegressionScenario(
      name: "files of the vault that were put back behind its back",
      mutant: Mutant.unnoticedRestore.name,
      steps: [
        .create(device: 0), .sync(device: 0), .sync(device: 1), .restoreServer, .append(device: 0), .sync(device: 0),
        .replaceServerFiles, .sync(device: 0),
      ]),
    // Tombstones that were made while the snapshot was read were missed.
    RegressionScenario(
      name: "a snapshot that does not say from where on it must hear of deletions",
      mutant: "a snapshot has no floor",
      steps: [.create(device: 0), .sync(device: 0), .create(device: 0), .create(device: 0), .create(device: 0)]
        + [.create(device: 0), .create(device: 0), .sync(device: 0), .sync(device: 1)]
        + [.create(device: 0), .sync(device: 0), .purgeAll, .syncBreakingOff(device: 1)]
        + [.delete(device: 0), .sync(device: 0), .purgeAll, .sync(device: 1)]),
  ]

  /// Plays the history twice.
  ///
  /// - Parameter recordsLines: Whether to keep each step in words.
  /// - Returns: What came of it without the fault, and with it.
  package func play(recordsLines: Bool = false) async throws -> (now: Report, then: Report) {
    let broken = (Mutant.all + [.unnoticedRestore]).first { $0.name == mutant } ?? .none
    let now = await (try World()).play(steps, devices: 2)
    return (now, await (try World(broken)).play(steps, devices: 2, recordsLines: recordsLines))
  }
}
