import NIOCore
import NotesBenchmarkCorpus
import NotesDomain
import NotesHTTPAPI

/// The requests of one connection. They are prepared, and a batch only gets other ids and another number, so that this
/// program takes little CPU time from the measured server.
struct RequestSource {
  private var request: ByteBuffer
  /// The offsets of the twelve digits that distinguish the notes.
  private var places: [Int] = []
  private var head = ""
  private let device: UInt64
  private var count = 0

  init(_ options: Options, connection: Int) {
    let fields = "host: 127.0.0.1:\(options.port)\r\nauthorization: \(options.authorization)\r\n"
    switch options.kind {
    case .read(let query):
      device = 0
      request = ByteBuffer(string: "GET /v1/vaults/\(options.vault)/changes?\(query) HTTP/1.1\r\n\(fields)\r\n")
    case .push(let notes, let epoch, let firstDevice):
      device = firstDevice + UInt64(connection)
      head = "POST /v1/vaults/\(options.vault)/push HTTP/1.1\r\n\(fields)content-type: application/json\r\n"
      request = ByteBuffer()
      prepare(notes, epoch: epoch)
    }
  }

  private mutating func prepare(_ notes: Int, epoch: Epoch) {
    var corpus = Corpus()
    let changes = corpus.next(notes).map { note in
      PushChange(id: note.id, base: .none, payload: NotePayload.encode(note))
    }
    let name = DeviceID(bits: UInt128(device))
    let body = MessageFormat.encode(PushBatch(epoch: epoch, device: name, number: 1, changes: changes))
    // The number is the last member but one; it and the rest are written for each request.
    let tail = Array(#","n":1,"protocol":1}"#.utf8)
    request.writeBytes(body.dropLast(tail.count))
    let marker = Array(#""id":""#.utf8)
    let dashed = 36
    // New notes have ids that begin with the time (see NoteIDGenerator), and are adjacent in an index.
    let moment = "01a1ff16-19c2-7178-945d-"
    for place in body.indices.dropLast(marker.count + dashed) where body[place] == marker[0] {
      if body[place..<place + marker.count].elementsEqual(marker) {
        request.setString(moment, at: place + marker.count)
        places.append(place + marker.count + dashed - 12)
      }
    }
  }

  /// Returns the next request, in one or several parts.
  mutating func next() -> [ByteBuffer] {
    guard !places.isEmpty else { return [request] }
    count += 1
    for (index, place) in places.enumerated() {
      // Four digits for the device, five for the batch, three for the note: all notes are new.
      request.setString(digits(device, 4) + digits(UInt64(count), 5) + digits(UInt64(index), 3), at: place)
    }
    let tail = #","n":\#(count),"protocol":1}"#
    let length = request.readableBytes + tail.utf8.count
    return [ByteBuffer(string: head + "content-length: \(length)\r\n\r\n"), request, ByteBuffer(string: tail)]
  }

  private func digits(_ number: UInt64, _ width: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, width - text.count)) + text.suffix(width)
  }
}
