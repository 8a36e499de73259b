extension Mutant {
  /// All of them.
  package static let all =
    merging + rebasing + acknowledging + asking + keeping + accepting + remembering + telling + filing
}
