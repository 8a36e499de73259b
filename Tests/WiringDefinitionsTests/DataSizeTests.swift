import Foundation
import Testing
import Wiring
import WiringDefinitions

@Suite("Amounts of data")
struct DataSizeTests {
  @Test(
    "a number and a unit, or bytes",
    arguments: [
      ("512 kB", 512_000), ("512kB", 512_000), ("512 KB", 512_000), ("16 MiB", 16 << 20), ("1_000", 1_000),
      ("0", 0), ("7 B", 7), ("1.5 KiB", 1_536), ("0.1 kB", 100), ("2 MB", 2_000_000), ("3 GB", 3_000_000_000),
      ("1 TB", 1_000_000_000_000), ("1 PB", 1_000_000_000_000_000), ("1 EB", 1_000_000_000_000_000_000),
      ("1 GiB", 1 << 30), ("1 TiB", 1 << 40), ("1 PiB", 1 << 50), ("1 EiB", 1 << 60), ("-1 kB", -1_000),
      (" 1 kB\n", 1_000), ("9223372036854775807", .max), ("-9223372036854775808 B", .min),
    ] as [(String, Int)])
  func amounts(text: String, bytes: Int) {
    #expect(DataSize(text)?.bytes == bytes)
  }

  @Test(
    "no amounts: half bytes, units that could mean two things, and more than there can be",
    arguments: [
      "", "kB", "0.5", "0.3 KiB", "16M", "16 mb", "16 Kb", "1 kB 2", "1 kB kB", "1..5 kB", "8 EiB", "10 EB", "- 1",
      "1,5 kB",
      "9223372036854775808", "1\tkB", "0x10",
    ])
  func noAmounts(text: String) {
    #expect(DataSize(text) == nil)
  }

  @Test(
    "an amount is written in the unit that makes it the smallest whole number",
    arguments: [
      (0, "0 B"), (1, "1 B"), (1_500, "1500 B"), (512_000, "500 KiB"), (1_000, "1 kB"), (16 << 20, "16 MiB"),
      (-2_000_000, "-2 MB"), (Int.max, "9223372036854775807 B"), (Int.min, "-8 EiB"),
    ] as [(Int, String)])
  func descriptions(bytes: Int, text: String) {
    #expect(DataSize(bytes: bytes).description == text)
  }

  @Test("a number without text is bytes, in a definition")
  func reading() throws {
    #expect(complaint(about: 1.5, as: DataSize.self) == "expected a size such as 512 kB or 16 MiB, found 1.5")
    #expect(complaint(about: "16M", as: DataSize.self) == "expected a size such as 512 kB or 16 MiB, found '16M'")
    #expect(try read(4_096, as: DataSize.self) == DataSize(bytes: 4_096))
    #expect(try read("4 KiB", as: DataSize.self) == DataSize(bytes: 4_096))
    #expect(DataSize(bytes: 1) < DataSize(bytes: 2))
  }

  @Test("other coders read and write it as text, and read bytes")
  func coding() throws {
    let sizes = [DataSize(bytes: 1_024), DataSize(bytes: 7)]
    #expect(String(decoding: try JSONEncoder().encode(sizes), as: UTF8.self) == #"["1 KiB","7 B"]"#)
    #expect(try JSONDecoder().decode([DataSize].self, from: Data(#"["1 KiB",7]"#.utf8)) == sizes)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([DataSize].self, from: Data(#"["16M"]"#.utf8)) }
  }
}
