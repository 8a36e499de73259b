/// The padding that hides the size of what is sealed: Padmé, which adds at most 12 %, and leaves O(log log n) bits of a size
/// visible (Nikitin et al., *Reducing Metadata Leakage from Encrypted Files and Communication with PURBs*, PETS 2019).
enum Padding {
  /// The least padded length: a deletion and a short note look the same.
  static let minimum = 256

  /// Returns the padded length of a number of bytes.
  static func length(for count: Int) -> Int {
    let count = max(count, minimum)
    let exponent = Int.bitWidth - 1 - count.leadingZeroBitCount
    let kept = Int.bitWidth - exponent.leadingZeroBitCount
    let mask = 1 << max(0, exponent - kept) - 1
    return (count + mask) & ~mask
  }
}
