import Foundation
import NotesDomain
import NotesTestSupport
import Testing

@Suite("The words of a text")
struct WordTokenizerTests {
  @Test(
    "A word ends at spaces, punctuation and symbols, and where the script changes",
    arguments: [
      ("Rye bread, baked.", ["rye", "bread", "baked"]), ("don't", ["don", "t"]),
      ("iPhone6 v2.1", ["iphone6", "v2", "1"]),
      ("GitHub에서", ["github", "에", "서"]), ("在Windows上安装2个", ["在", "windows", "上", "安", "装", "2", "个"]),
      ("Москва2024Moscow", ["москва2024", "moscow"]), ("10µm", ["10μ", "m"]), ("אנגליתEnglish", ["אנגלית", "english"]),
      ("a\u{200B}b", ["a", "b"]), ("🍞->%", []), ("", []), ("\u{301}", []), ("a🏳️‍🌈b1️⃣", ["a", "b1"]),
      ("\u{E0B0}main", ["\u{E0B0}", "main"]),
    ])
  func borders(text: String, expected: [String]) {
    #expect(Words(of: text).folded == expected)
  }

  @Test(
    "Each character of a script without spaces is a word, and each syllable of Korean",
    arguments: [
      ("東京タワー", ["東", "京", "タ", "ワ", "ー"]), ("สวัสดี", ["ส", "ว", "ั", "ส", "ด", "ี"]),
      ("ห้อง๒", ["ห", "้", "อ", "ง", "2"]),
      ("김치", ["김", "치"]), ("\u{1100}\u{1161}\u{11A8}\u{1100}\u{1161}", ["각", "가"]), ("ガ", ["ガ"]),
      ("カ\u{3099}ハ\u{309A}ア\u{3099}", ["ガ", "パ", "ア"]), ("ｶﾞｲﾄﾞ", ["ガ", "イ", "ド"]), ("葛\u{E0100}城", ["葛", "城"]),
      ("ខ្មែរ", ["ខ", "្", "ម", "ែ", "រ"]),
    ])
  func characters(text: String, expected: [String]) {
    #expect(Words(of: text).folded == expected)
  }

  @Test(
    "Two spellings of a word are the same",
    arguments: [
      ("Café", "cafe"), ("cafe\u{301}", "cafe"), ("MÜSLI", "musli"), ("Łódź", "lodz"), ("smørrebrød", "smorrebrod"),
      ("Straße", "STRASSE"), ("GROẞ", "gross"), ("cœur", "coeur"), ("Þórður", "thordur"), ("Đà Nẵng", "da nang"),
      ("İstanbul", "istanbul"), ("ısı", "isi"), ("Ελλάδα", "ελλαδα"), ("ὈΔΥΣΣΕΎΣ", "οδυσσευς"), ("ёлка", "елка"),
      ("\u{439}од", "\u{438}\u{306}од"), ("ﬁn", "fin"), ("ＡＢＣ１２", "abc12"), ("m²", "m2"), ("τῷ", "τω"),
      ("ᾳ", "\u{3B1}\u{345}"), ("\u{FE77}ب", "ب"), ("𝐛𝐨𝐥𝐝", "bold"),
      ("שָׁלוֹם", "שלום"), ("كِتَاب", "كتاب"), ("كـتـاب", "كتاب"), ("أحمد", "احمد"), ("کتاب", "كتاب"), ("١٢٣", "123"),
      ("co\u{AD}operate", "cooperate"), ("क\u{93C}", "\u{958}"), ("हि\u{200D}न्दी", "हिन्दी"), ("می\u{200C}خواهم", "می خواهم"),
    ])
  func spellings(text: String, same: String) {
    #expect(Words(of: text).folded == Words(of: same).folded)
    #expect(!Words(of: text).folded.isEmpty)
  }

  @Test(
    "Two words stay apart",
    arguments: [("か", "が"), ("は", "ば"), ("हिन्दी", "हनद"), ("½", "12"), ("кот", "kot"), ("人", "入"), ("นำ", "นา")])
  func differences(text: String, other: String) {
    #expect(Words(of: text).folded != Words(of: other).folded)
  }

  @Test("The place of a word includes its marks")
  func places() {
    let text = "x: cafe\u{301}s, ガ\u{FE00}カ\u{3099}!"
    #expect(Words(of: text).texts == ["x", "cafe\u{301}s", "ガ\u{FE00}", "カ\u{3099}"])
  }

  @Test("A reader may stop after each word, and the next text begins anew")
  func stopping() {
    // Given
    var tokenizer = WordTokenizer()
    let (long, short) = (Array("Über allen".utf8), Array("b".utf8))
    var words: [[UInt8]] = []
    // When
    for bytes in [long, short] {
      tokenizer.forEachWord(in: bytes.span) { word, _ in
        words.append(word.indices.map { word[$0] })
        return false
      }
    }
    // Then
    #expect(words == [Array("uber".utf8), Array("b".utf8)])
  }

  @Test("Any bytes have words, in their order and at their places", arguments: 0..<50 as Range<UInt64>)
  func anyBytes(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces: [[UInt8]] = [
      [0xC3, 0xA9], [0xE3, 0x81], [0xF4, 0x90, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xFF], [0x80], [0xF0],
    ]
    for _ in 0..<100 {
      let bytes = (0..<Int.random(in: 0..<12, using: &random)).flatMap { _ in
        Bool.random(using: &random)
          ? pieces.randomElement(using: &random) ?? [] : [UInt8.random(in: .min ... .max, using: &random)]
      }
      var (tokenizer, end) = (WordTokenizer(), 0)
      tokenizer.forEachWord(in: bytes.span) { word, range in
        #expect(
          !word.isEmpty && range.lowerBound >= end && !range.isEmpty && range.upperBound <= bytes.count, "\(bytes)")
        end = range.upperBound
        return true
      }
    }
  }

  @Test("The composed and the decomposed form of any text have the same words", arguments: 0..<50 as Range<UInt64>)
  func forms(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let text = random.wordsOfManyScripts(maximumLength: 12)
      let composed = Words(of: text.precomposedStringWithCanonicalMapping).folded
      #expect(
        composed == Words(of: text.decomposedStringWithCanonicalMapping).folded,
        "seed \(seed): \(text.debugDescription)")
      // A word that is found by itself is found in any case.
      #expect(composed == Words(of: composed.joined(separator: " ")).folded, "seed \(seed): \(text.debugDescription)")
    }
  }
}

/// The words of a text with their places.
private struct Words {
  private(set) var folded: [String] = []
  private(set) var texts: [String] = []

  init(of text: String) {
    let bytes = Array(text.utf8)
    var (tokenizer, folded, texts) = (WordTokenizer(), [String](), [String]())
    tokenizer.forEachWord(in: bytes.span) { word, range in
      folded.append(String(decoding: word.indices.map { word[$0] }, as: UTF8.self))
      texts.append(String(decoding: bytes[range], as: UTF8.self))
      return true
    }
    (self.folded, self.texts) = (folded, texts)
  }
}
