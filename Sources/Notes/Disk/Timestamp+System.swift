package import Foundation
package import NotesDomain

extension Timestamp {
  /// Converts a time of the system. A file can have any; one that is too large for milliseconds becomes the nearest that is not.
  package init(_ time: timespec) {
    let limit = Int64.max / 1000 - 1
    let seconds = min(max(Int64(time.tv_sec), -limit), limit)
    self.init(millisecondsSince1970: seconds * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
