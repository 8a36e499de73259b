import Foundation
import NotesDomain
import NotesTestSupport
import NotesTransfer
import NotesViewModels
import Testing

/// The folder of a mirror, by the paths that lead to it.
@MainActor
@Suite("The path of a mirror") struct FolderMirrorPathTests {
  private let folder: TemporaryFolder
  private let device: FolderDevice

  init() async throws {
    folder = TemporaryFolder()
    device = try await FolderDevice("one", in: folder)
  }

  private func link(_ name: String, to target: String) throws {
    try? FileManager.default.removeItem(atPath: folder.path + "/" + name)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/" + name, withDestinationPath: folder.path + "/" + target)
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: folder.path + "/" + path) }

  @Test func `a link that leads elsewhere meanwhile is not followed there`() async throws {
    // Given
    try folder.write(Data("one\n".utf8), to: "v/One.md")
    try folder.write(Data("gone\n".utf8), to: "v/Gone.md")
    try folder.write(Data("two\n".utf8), to: "w/Two.md")
    try link("link", to: "v")
    await device.parts.mirroring.keepInStep(folder.path + "/link", once: true)
    try FileManager.default.removeItem(atPath: folder.path + "/v/Gone.md")
    // When
    let folder = folder
    await device.parts.mirroring.keepInStep(folder.path + "/link", once: true) { state in
      guard state.round?.isIncomplete == true else { return }
      try FileManager.default.removeItem(atPath: folder.path + "/link")
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/link", withDestinationPath: folder.path + "/w")
    }
    // Then
    #expect(device.parts.mirroring.state.phase == .done)
    #expect(!exists("w/One.md") && !exists("v/Two.md"))
    #expect(try await device.notes().count { $0.trashed == nil } == 1)
  }

  @Test func `a folder that was mirrored and is gone with the one around it is not made again`() async throws {
    // Given
    try folder.write(Data("one\n".utf8), to: "media/usb/vault/One.md")
    try link("mnt", to: "media")
    await device.parts.mirroring.keepInStep(folder.path + "/media/usb/vault", once: true)
    try FileManager.default.removeItem(atPath: folder.path + "/media/usb")
    // When
    let path = folder.path + "/mnt/usb/vault/."
    await device.parts.mirroring.keepInStep(path, once: true)
    // Then
    #expect(device.parts.mirroring.state.phase.failure?.error as? MarkdownFolderError == .missing(path: path))
    #expect(!exists("media/usb"))
  }
}
