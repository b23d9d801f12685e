internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
package import StoreModel
internal import StoreWire

/// A content server over HTTP, for one device. `HostedProductManager` reads its list, and `DownloadQueue`
/// downloads from it. Each piece of content is passed on before the next one is read from the connection.
///
/// The server may belong to anyone, so it gives no proof and gets no secret of the account. It gets only the
/// app receipt, which is made for servers, and the identifier of the device that the receipt is for. With
/// these two, a program can fetch the account's content from a content server, and nothing from the store.
package struct HTTPContent: ContentService {
    private let connection: HTTPConnection
    private let device: String?

    /// Makes the client and sends nothing yet. Receipts are bound to `device`, which is nil for a client that
    /// only reads the list.
    package init(
        address: StoreAddress, device: String?, time: TimeSource = .system,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        connection = HTTPConnection(address: address, client: HTTP.client, time: time, log: log)
        self.device = device
    }

    package func hostedProducts(unlessMatching validator: String?) async throws(StoreError)
        -> HostedProductList?
    {
        var call = HTTPCall(method: .get, path: ContentWire.prefix + "/products")
        call.headers["If-None-Match"] = validator
        let answer = try await connection.answer(to: call)
        if answer.status == 304, validator != nil { return nil }
        if let refusal = answer.refusal { throw refusal }
        guard let entityTag = answer.headers.first(name: "ETag") else { throw .unknownServerError }
        return HostedProductList(
            products: try connection.decode(answer, as: ContentWire.Products.self).products,
            validator: entityTag)
    }

    /// If a server sends nothing for as long as an answer may take, it counts as gone.
    package func fetchContent(
        of product: ProductIdentifier, receipt: String, after part: PartialContent?,
        receive: @escaping @Sendable (ContentPiece) throws(StoreError) -> Void
    ) async throws(StoreError) {
        var call = HTTPCall(method: .post, path: ContentWire.prefix + "/content")
        try call.set(ContentWire.ContentRequest(productIdentifier: product, receiptData: receipt))
        call.headers[StoreWire.deviceHeader] = device
        if let part {
            call.headers["Range"] = "bytes=\(part.length)-"
            call.headers["If-Range"] = ContentWire.entityTag(digest: part.digest)
        }
        do {
            try await fetch(call, receive)
        } catch {
            throw connection.failure(of: call, because: error)
        }
    }

    private func fetch(
        _ call: HTTPCall, _ receive: @escaping @Sendable (ContentPiece) throws(StoreError) -> Void
    ) async throws {
        let response = try await connection.open(call, type: "application/octet-stream")
        try receive(try head(of: response))
        try await response.body.read(longestSilence: HTTPConnection.patience, connection.time) { piece in
            try receive(.bytes(Array(piece.readableBytesView)))
        }
    }

    /// The digest, length and offset in the answer's header.
    private func head(of response: HTTPClientResponse) throws(StoreError) -> ContentPiece {
        let tag = response.headers.first(name: "ETag") ?? ""
        guard tag.count > 2, tag.hasPrefix("\""), tag.hasSuffix("\"") else { throw .unknownServerError }
        let digest = String(tag.dropFirst().dropLast())
        if response.status == .partialContent {
            // bytes FIRST-LAST/LENGTH
            let field = response.headers.first(name: "Content-Range") ?? ""
            let numbers = field.split { !("0"..."9").contains($0) }.compactMap { Int64($0) }
            guard field.hasPrefix("bytes "), numbers.count == 3, numbers[1] == numbers[2] - 1 else {
                throw .unknownServerError
            }
            return .head(digest: digest, length: numbers[2], offset: numbers[0])
        }
        guard let length = response.headers.first(name: "Content-Length").flatMap({ Int64($0) }) else {
            throw .unknownServerError
        }
        return .head(digest: digest, length: length, offset: 0)
    }
}
