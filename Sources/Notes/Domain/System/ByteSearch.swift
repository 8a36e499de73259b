import Foundation

extension RandomAccessCollection<UInt8> where Index == Int {
  /// Returns the index of the first occurrence of a byte; `nil` without one. O(length), many bytes at once: every text that is
  /// saved is searched for line breaks and brackets.
  func firstIndex(ofByte byte: UInt8) -> Int? {
    let offset =
      withContiguousStorageIfAvailable { $0.offset(ofByte: byte) } ?? firstIndex(of: byte).map { $0 - startIndex }
    return offset.map { startIndex + $0 }
  }

  /// Returns whether a byte occurs.
  func contains(byte: UInt8) -> Bool { firstIndex(ofByte: byte) != nil }
}

extension StringProtocol {
  /// Returns whether a byte occurs in the text. O(length), many bytes at once.
  func contains(byte: UInt8) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.offset(ofByte: byte) != nil } ?? utf8.contains(byte)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the offset of the first occurrence of a byte.
  ///
  /// Safe: `memchr` reads the bytes of the buffer only, and returns a pointer to one of them or none.
  fileprivate func offset(ofByte byte: UInt8) -> Int? {
    guard let start = baseAddress, let found = memchr(start, Int32(byte), count) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(start)
  }
}
