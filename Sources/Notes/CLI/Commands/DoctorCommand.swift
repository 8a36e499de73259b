import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct DoctorCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "doctor", abstract: "Check this device's store, files and sign-in, and show fixes.",
    discussion: """
      EXAMPLES:
        notesctl doctor
        notesctl doctor --deep --network
        notesctl doctor --json

      It changes nothing. Without --network it contacts no server. The exit status is 0 if nothing \
      has to be done, and 1 if there is a problem or a warning.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions

  @Flag(help: "Also read all attachments and compare them with their digests.")
  var deep = false

  @Flag(help: "Also ask the server whether the sign-in is valid, and compare its clock.")
  var network = false

  var needs: CommandNeeds { .existingStore }

  struct Screen: Sendable {
    let doctor: DoctorViewModel
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let state = try await screen.doctor.run { await $0.check(isDeep: deep, usesNetwork: network) }
    guard let inspection = state.inspection else { return }
    let text =
      machine.isRequested
      ? try machine.text(DoctorPage.json(inspection, state.findings, isWell: state.isWell))
      : DoctorPage.text(inspection, state.findings, isWell: state.isWell)
    try screen.console.write(text, to: .output)
    if !state.isWell { throw ExitStatus.exitCode }
  }
}
