import CSQLite
import GRDB
import NotesDomain

/// The tokenizer `notes` of FTS5, which the index of words uses: ``WordTokenizer`` for SQLite
/// (<https://www.sqlite.org/fts5.html#custom_tokenizers>).
///
/// Not SQLite's own `unicode61`, which ends words at characters that are neither letters nor digits only, and folds only
/// letters of Latin that have a decomposition; nor its `trigram`, whose index is three times as large and which finds nothing
/// for two characters.
final class NoteWordTokenizer: FTS5CustomTokenizer {
  static let name = "notes"
  private var words = WordTokenizer()

  init(db: Database, arguments: [String]) {}

  func tokenize(
    context: UnsafeMutableRawPointer?, tokenization: FTS5Tokenization, pText: UnsafePointer<CChar>?, nText: CInt,
    tokenCallback: @escaping FTS5TokenCallback
  ) -> CInt {
    var code = SQLITE_OK
    // SQLite keeps the text unchanged until this returns, and copies each word before its function returns.
    let bytes = UnsafeRawBufferPointer(start: pText, count: pText == nil ? 0 : Int(nText))
    bytes.withMemoryRebound(to: UInt8.self) { text in
      words.forEachWord(in: text.span) { word, range in
        code = word.withUnsafeBytes { word in
          tokenCallback(
            context, 0, word.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(word.count), CInt(range.lowerBound),
            CInt(range.upperBound))
        }
        return code == SQLITE_OK
      }
    }
    return code
  }
}

extension Database {
  /// Adds what the statements and tables of the notes name: the function `holds` and the tokenizer `notes`. Every connection
  /// to a store needs them.
  func addSearch() {
    HoldsFunction.add(to: self)
    add(tokenizer: NoteWordTokenizer.self)
  }
}
