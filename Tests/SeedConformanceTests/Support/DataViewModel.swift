// The article's view-model, behind an abstraction of the network.

// guide: view-model
import Foundation
import Synchronization
import Testing
import Wiring

protocol Networking: Sendable {
  func requestData(id: Int, completion: @escaping (Data) -> Void)
}

final class DataViewModel {
  private(set) var data: Data?
  private let networking: any Networking

  init(networking: any Networking) {
    self.networking = networking
  }

  func loadData(completion: @escaping () -> Void) {
    networking.requestData(id: 2222) { data in
      self.data = data
      completion()
    }
  }
}

/// Answers at once, from memory.
final class MockNetworking: Networking {
  private let requested = Mutex<[Int]>([])

  var requests: [Int] { requested.withLock { $0 } }

  func requestData(id: Int, completion: @escaping (Data) -> Void) {
    requested.withLock { $0.append(id) }
    completion(Data("mock \(id)".utf8))
  }
}
// end

/// Answers when it is told to.
final class PatientNetworking: Networking {
  private let waiting = Locked<[(Data) -> Void]>([])

  func requestData(id: Int, completion: @escaping (Data) -> Void) {
    waiting.withLock { $0.append(completion) }
  }

  func deliver(_ text: String) {
    let completions = waiting.withLock { completions in
      defer { completions = [] }
      return completions
    }
    for completion in completions { completion(Data(text.utf8)) }
  }
}
