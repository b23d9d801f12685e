internal import Foundation
internal import Glibc
internal import StoreModel
package import StoreRules
internal import StoreWire
internal import Synchronization

/// A server on this machine that answers its clients byte by byte as a test wants. Clients take it for
/// a store.
package final class LoopbackServer: Sendable {
    package struct Request: Hashable, Sendable {
        package var method: String
        package var path: String
        /// By name, in lower case.
        package var headers: [String: String]
        package var body: String

        package init(method: String, path: String, headers: [String: String] = [:], body: String = "") {
            self.method = method
            self.path = path
            self.headers = headers
            self.body = body
        }
    }

    package struct Client: Sendable {
        fileprivate let descriptor: Int32

        /// Returns false if the client is gone.
        @discardableResult
        package func send(_ text: String) -> Bool { LoopbackSocket.send(Array(text.utf8), to: descriptor) }

        package func answer(
            _ status: Int = 200, _ body: String = "", type: String = "application/json", headers: String = ""
        ) {
            send(
                "HTTP/1.1 \(status) Reason\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n"
                    + body)
        }

        package func beginEvents() {
            send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
        }

        package func sendEvents(_ text: String) {
            send("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n")
        }

        package func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    package let port: Int
    /// Shut down at most once: afterwards the number may belong to another descriptor.
    private let listener: Mutex<Int32?>
    private let ended = DispatchSemaphore(value: 0)
    private let log = Mutex<[Request]>([])
    private let clients = Mutex<[Client]>([])

    package var address: String { "http://127.0.0.1:\(port)" }
    package var requests: [Request] { log.withLock { $0 } }

    package var connections: Int { clients.withLock { $0.count } }

    package func endConnections() { clients.withLock { $0 }.forEach { $0.end() } }

    /// The store that all of these servers claim to be.
    package static let store: AppStore = {
        let folder = try! TemporaryDirectory()
        return try! AppStore.bundled(in: folder.path)
    }()

    /// The proof that a store gives if a request asks for one; nil for any other request.
    package static func proof(by store: AppStore, to request: Request) -> String? {
        guard request.path == StoreWire.customerPrefix + "/certificates/proof",
            let query = try? JSONDecoder().decode(StoreWire.ProofQuery.self, from: Data(request.body.utf8)),
            let signature = try? store.proof(of: query.nonce)
        else { return nil }
        let certificates = StoreWire.Certificates(
            bundleIdentifier: BundleIdentifier.standard.rawValue,
            chain: store.certificates.map { Data($0).base64EncodedString() })
        let proof = StoreWire.Proof(
            certificates: certificates, signature: Data(signature).base64EncodedString())
        return (try? JSONEncoder().encode(proof)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// A server that hands each request to `serve`, on a thread for each connection. If it is a store, it
    /// proves to be `store`; the requests for that are not handed on, and not counted.
    package init(
        port: Int? = nil, isStore: Bool = true, serve: @escaping @Sendable (Request, Client) -> Void
    ) throws {
        // A client waits only a few seconds for an answer, and the store makes its keys first.
        _ = LoopbackServer.store
        let (listener, listeningPort) = try LoopbackSocket.listen(port: port.map { UInt16($0) })
        self.port = Int(listeningPort)
        self.listener = Mutex(listener)
        Thread.detachNewThread { [weak self, ended] in
            defer {
                close(listener)
                ended.signal()
            }
            while true {
                // A program that is started meanwhile would otherwise keep the line open.
                let descriptor = Self.accept4(listener, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
                guard descriptor >= 0 else { return }
                Thread.detachNewThread { [weak self] in
                    let client = Client(descriptor: descriptor)
                    self?.clients.withLock { $0.append(client) }
                    var input: [UInt8] = []
                    while let request = Self.read(descriptor, &input) {
                        if isStore, let proof = Self.proof(by: Self.store, to: request) {
                            client.answer(200, proof)
                            continue
                        }
                        self?.log.withLock { $0.append(request) }
                        serve(request, client)
                    }
                    self?.clients.withLock { clients in
                        clients.removeAll { $0.descriptor == descriptor }
                        close(descriptor)
                    }
                }
            }
        }
    }

    deinit { stop() }

    /// Refuses connections from now on, and leaves the port to other programs.
    package func stop() {
        guard let listener = listener.withLock({ $0.take() }) else { return }
        shutdown(listener, Int32(SHUT_RDWR))
        ended.wait()
    }

    /// The function of the C library, which the module does not have.
    private static let accept4 = unsafeBitCast(
        dlsym(nil, "accept4"),
        to: (@Sendable @convention(c) (
            Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?, Int32
        ) -> Int32).self)

    private static func read(_ descriptor: Int32, _ input: inout [UInt8]) -> Request? {
        while true {
            if let request = take(&input) { return request }
            var piece = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &piece, piece.count, 0)
            guard count > 0 else { return nil }
            input += piece.prefix(count)
        }
    }

    private static func take(_ input: inout [UInt8]) -> Request? {
        let text = String(decoding: input, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
        let first = lines[0].components(separatedBy: " ")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        let length = text[..<end.upperBound].utf8.count + (headers["content-length"].flatMap { Int($0) } ?? 0)
        guard input.count >= length else { return nil }
        let body = String(decoding: input[text[..<end.upperBound].utf8.count..<length], as: UTF8.self)
        input.removeFirst(length)
        return Request(method: first[0], path: first[1], headers: headers, body: body)
    }
}
