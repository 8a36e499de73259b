import Testing

@testable import NotesTransfer

/// Thousands of files that are alike, of which looks are counted, not time.
@Suite struct FilePoolTests {
  private func files(_ count: Int) -> FilePool {
    var pool = FilePool()
    for position in 0..<count { pool.append(position) }
    return pool
  }

  @Test(arguments: [2000, 4000])
  func `all files are taken with a few looks at each, in whatever order`(count: Int) {
    // Given files of which every second one is taken otherwise, the last ones first
    var (pool, looks) = (files(count), 0)
    var taken = Set(stride(from: 1, to: count, by: 2))
    var found: [Int] = []
    // When
    while true {
      let next = pool.first(1) { position in
        looks += 1
        return taken.contains(position) ? .gone : .free
      }
      if next.isEmpty { break }
      taken.formUnion(next)
      found += next
    }
    // Then
    #expect(found == Array(stride(from: 0, to: count, by: 2)))
    #expect(looks <= count * 2)
  }

  @Test(arguments: [2000, 4000])
  func `the files between the first two that are free are passed once`(count: Int) {
    // Given
    var (pool, looks) = (files(count), 0)
    // When
    for _ in 0..<count {
      let two = pool.first(2) { position in
        looks += 1
        return position == 0 || position == count - 1 ? .free : .gone
      }
      #expect(two == [0, count - 1])
    }
    // Then
    #expect(looks <= count * 3)
  }

  @Test func `a file that is to be taken later hides those after it, and one that is reserved none`() {
    var pool = files(4)
    let standings: [FilePool.Standing] = [.reserved, .free, .later, .free]
    let now = pool.first(4) { standings[$0] }
    let later = pool.first(4) { _ in .free }
    #expect(now == [1] && later == [0, 1, 2, 3])
  }

  @Test func `a file that is put back has its place again`() {
    var pool = files(4)
    let last = pool.first(1) { $0 < 3 ? .gone : .free }
    pool.putBack(1) { $0 < $1 }
    let all = pool.first(4) { _ in .free }
    #expect(last == [3] && all == [1, 3])
  }
}
