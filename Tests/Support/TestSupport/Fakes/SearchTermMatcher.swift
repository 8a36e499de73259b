import NotesDomain

/// Finds one term in a text.
struct SearchTermMatcher {
  let term: SearchQuery.Term
  private let words: [String]

  init(_ term: SearchQuery.Term) {
    self.term = term
    words = SearchWord.find(in: term.text).map(\.folded)
  }

  func ranges(in text: String) -> [Range<String.Index>] {
    term.isLiteral ? literalRanges(in: text) : wordRanges(in: text)
  }

  private func literalRanges(in text: String) -> [Range<String.Index>] {
    let (haystack, needle) = (text.foldedASCII.unicodeScalars, Array(term.text.foldedASCII.unicodeScalars))
    var ranges: [Range<String.Index>] = []
    var position = haystack.startIndex
    while position < haystack.endIndex {
      let rest = haystack[position...]
      if rest.starts(with: needle) {
        let end = haystack.index(position, offsetBy: needle.count)
        // Folding ASCII letters keeps every byte in its place, so that places in one text are places in the other.
        ranges.append(position.moved(from: haystack, to: text)..<end.moved(from: haystack, to: text))
        position = end
      } else {
        position = haystack.index(after: position)
      }
    }
    return ranges
  }

  private func wordRanges(in text: String) -> [Range<String.Index>] {
    let found = SearchWord.find(in: text)
    guard !words.isEmpty, found.count >= words.count else { return [] }
    return (0...found.count - words.count).compactMap { start in
      let window = found[start..<start + words.count]
      let isMatch = zip(window, words).enumerated().allSatisfy { index, pair in
        let isOpen = term.isPrefix && index == words.count - 1
        return isOpen ? pair.0.folded.hasPrefix(pair.1) : pair.0.folded == pair.1
      }
      return isMatch ? found[start].range.lowerBound..<found[start + words.count - 1].range.upperBound : nil
    }
  }
}

extension String.Index {
  fileprivate func moved(from source: String.UnicodeScalarView, to target: String) -> String.Index {
    let offset = String(source).utf8.distance(from: source.startIndex, to: self)
    return target.utf8.index(target.startIndex, offsetBy: offset)
  }
}
