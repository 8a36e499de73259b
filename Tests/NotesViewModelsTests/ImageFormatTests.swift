import NotesViewModels
import Testing

@Suite struct ImageFormatTests {
  @Test(
    arguments: [
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], .png),
      ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg),
      (Array("GIF87a..".utf8), .gif),
      (Array("GIF89a".utf8), .gif),
      (Array("RIFF\u{1}\u{2}\u{3}\u{4}WEBPVP8".utf8), .webp),
      (Array("RIFF\u{1}\u{2}\u{3}\u{4}WAVE".utf8), nil),
      (Array("GIF88a".utf8), nil),
      ([0x89, 0x50, 0x4E, 0x47], nil),
      (Array("<svg xmlns='http://www.w3.org/2000/svg'>".utf8), nil),
      (Array("<html>".utf8), nil),
      ([], nil),
    ] as [([UInt8], ImageFormat?)])
  func `a picture is recognized by its first bytes`(bytes: [UInt8], format: ImageFormat?) {
    #expect(ImageFormat(beginning: bytes) == format)
  }
}
