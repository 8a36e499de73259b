/// An earlier fault of the protocol or the program: the mutant that has it, and a history that shows it.
package struct RegressionScenario: Sendable {
  /// The name of the fault.
  package let name: String
  /// The name of the mutant.
  package let mutant: String
  let steps: [Step]

  /// All scenarios.
  package static let all: [RegressionScenario] = [
    // The vault had forgotten the note, no later page contained it, and the same batch was sent without end.
    RegressionScenario(
      name: "a conflict with a note that the vault does not hold",
      mutant: "a conflict with nothing is passed over",
      steps: [
        .create(device: 0), .sync(device: 0), .sync(device: 1), .delete(device: 1), .sync(device: 1),
        .append(device: 0), .syncLosingPushes(device: 0), .purgeAll,
      ]),
    // The second copy replaced the first, and could never be sent.
    RegressionScenario(
      name: "copies whose ids follow from something",
      mutant: "a copy named after its note",
      steps: [
        .create(device: 0), .sync(device: 0), .sync(device: 1),
        .append(device: 0), .append(device: 1), .sync(device: 0), .sync(device: 1), .sync(device: 0),
        .append(device: 0), .append(device: 1), .sync(device: 0), .sync(device: 1),
      ]),
    // A device that missed an epoch treated changes that this epoch had undone as common history.
    RegressionScenario(
      name: "an epoch that a device never heard of",
      mutant: "only the last epoch counts",
      steps: [
        .create(device: 0), .sync(device: 0), .sync(device: 1),
        .restoreServer, .append(device: 1), .sync(device: 1), .restoreServer,
        .create(device: 0), .create(device: 0), .sync(device: 0),
        .restoreServer, .restoreServer, .sync(device: 1),
      ]),
    // Such a row was neither clean nor dirty, and was never removed.
    RegressionScenario(
      name: "a row without either version",
      mutant: "a deletion that was accepted is kept in mind",
      steps: [.create(device: 0), .sync(device: 0), .delete(device: 0), .sync(device: 0)]),
    // The first batch of a forgotten device was executed again, on a note whose tombstone was purged.
    RegressionScenario(
      name: "receipts that went with the tombstones",
      mutant: "devices are forgotten with tombstones",
      steps: [
        .create(device: 0), .sync(device: 0), .sync(device: 1), .delete(device: 1), .sync(device: 1), .purgeAll,
        .deliverAgain(device: 0),
      ]),
    // A device requested the changes after a revision that was not yet assigned, and missed all earlier ones.
    RegressionScenario(
      name: "files of the vault that were put back behind its back",
      mutant: Mutant.unnoticedRestore.name,
      steps: [
        .create(device: 0), .sync(device: 0), .sync(device: 1), .restoreServer, .append(device: 0), .sync(device: 0),
        .replaceServerFiles, .sync(device: 0),
      ]),
    // Tombstones that were written during the snapshot were missed.
    RegressionScenario(
      name: "a snapshot that does not say from where on it must hear of deletions",
      mutant: "a snapshot has no floor",
      steps: [.create(device: 0), .sync(device: 0), .create(device: 0), .create(device: 0), .create(device: 0)]
        + [.create(device: 0), .create(device: 0), .sync(device: 0), .sync(device: 1)]
        + [.create(device: 0), .sync(device: 0), .purgeAll, .syncBreakingOff(device: 1)]
        + [.delete(device: 0), .sync(device: 0), .purgeAll, .sync(device: 1)]),
    // The page moved the note to a later revision, and the result of the batch moved it back: it could never be sent.
    RegressionScenario(
      name: "a page that is applied while a batch is under way",
      mutant: "a page does not wait for the batch",
      steps: [
        .create(device: 0), .sync(device: 0), .sync(device: 1), .append(device: 0),
        .syncInterrupted(
          device: 0, before: .changes,
          by: [.syncLosingReplies(device: 0), .sync(device: 1), .append(device: 1), .sync(device: 1)]),
      ]),
    // The batch was based on a revision of the epoch before, and replaced another text with that revision.
    RegressionScenario(
      name: "a batch that is made while a snapshot is under way",
      mutant: "a batch does not wait for the snapshot",
      steps: [
        .create(device: 0), .sync(device: 0), .sync(device: 1), .restoreServer, .append(device: 0), .sync(device: 0),
        .attach(device: 0),
        .syncInterrupted(
          device: 0, before: .blob,
          by: [.restoreServer, .append(device: 1), .sync(device: 1), .syncBreakingOff(device: 0, after: 1)]),
      ]),
  ]

  /// Runs the history without the fault and with it.
  package func play(recordsLines: Bool = false) async throws -> (now: Report, then: Report) {
    let broken = (Mutant.all + Mutant.interleaving + [.unnoticedRestore]).first { $0.name == mutant } ?? .none
    let now = await (try World()).play(steps, devices: 2)
    return (now, await (try World(broken)).play(steps, devices: 2, recordsLines: recordsLines))
  }
}
