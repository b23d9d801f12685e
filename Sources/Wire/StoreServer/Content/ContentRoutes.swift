internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import StoreModel
internal import StoreRules
internal import StoreWire

/// The routes of `HTTPService` that list hosted products and send their content for a receipt;
/// see `ContentWire`.
struct ContentRoutes {
    let catalog: ContentCatalog
    let authorizer: ContentAuthorizer
    let resources: RequestResources

    func add(to router: Router<StoreContext>) {
        let routes = router.group(
            below: RouterPath(ContentWire.prefix), through: BodyLimit.receipts, resources.longWork)
        routes.get("products") { request, _ in
            let list = catalog.list()
            if request.names(entityTag: list.validator) {
                return Response(status: .notModified, headers: [.eTag: list.validator])
            }
            var response = Response.json(ContentWire.Products(products: list.products))
            response.headers[.eTag] = list.validator
            response.headers[.cacheControl] = "no-cache"
            return response
        }
        routes.post("content") { request, context in
            let query: ContentWire.ContentRequest = try request.json(context)
            guard let receipt = query.receiptData, !receipt.isEmpty else {
                throw StoreError(content: .receiptMissing)
            }
            // A receipt is valid for one device only.
            guard let device = try request.device() else { throw StoreError(content: .otherAccount) }
            try await authorizer.admit(receipt, from: device, to: query.productIdentifier)
            guard let content = catalog.content(of: query.productIdentifier) else {
                throw StoreError(content: .noSuchContent)
            }
            return answer(request, with: content)
        }
    }

    private func answer(_ request: Request, with content: HostedContent) -> Response {
        let (digest, length) = (content.product.digest, content.product.length)
        var headers: HTTPFields = [
            .contentType: "application/octet-stream", .acceptRanges: "bytes",
            .cacheControl: "private, no-store",
            .eTag: ContentWire.entityTag(digest: digest),
        ]
        headers[.reprDigest] = Hexadecimal.decode(digest.utf8).map {
            "sha-256=:\(Data($0).base64EncodedString()):"
        }
        guard let wanted = request.range(of: content.product) else {
            return Response(
                status: .ok, headers: headers, body: ResponseBody(content, 0..<length, resources.readers))
        }
        guard wanted.lowerBound < length else {
            headers[.contentRange] = "bytes */\(length)"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
        let range = wanted.clamped(to: 0..<length)
        headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
        return Response(
            status: .partialContent, headers: headers,
            body: ResponseBody(content, range, resources.readers))
    }
}

extension ResponseBody {
    /// A part of the content, read piece by piece as the client takes it. If the file has become shorter, the
    /// connection ends before the answer is complete. `readers` read it, because an event loop must not wait for
    /// a disk.
    fileprivate init(_ content: HostedContent, _ range: Range<Int64>, _ readers: RequestThreads) {
        self.init(contentLength: Int(range.count)) { writer in
            try await withTaskExecutorPreference(readers) {
                var offset = range.lowerBound
                while offset < range.upperBound {
                    let piece = try content.piece(at: offset).prefix(Int(range.upperBound - offset))
                    guard !piece.isEmpty else { throw StoreError.connectionLost }
                    try await writer.write(ByteBuffer(bytes: piece))
                    offset += Int64(piece.count)
                }
            }
            try await writer.finish(nil)
        }
    }
}

extension Request {
    /// Whether the client has the version that a validator names.
    fileprivate func names(entityTag: String) -> Bool {
        (headers[.ifNoneMatch] ?? "").split(separator: ",").contains { tag in
            let tag = tag.drop { $0 == " " }
            return tag == "*" || tag == entityTag || tag == "W/" + entityTag
        }
    }

    /// The range of bytes that the client asks for. Nil for the whole content: if there is no range, if there
    /// are several, or if the client has a part of another version.
    fileprivate func range(of product: HostedProduct) -> Range<Int64>? {
        guard let field = headers[.range], field.hasPrefix("bytes="),
            [nil, ContentWire.entityTag(digest: product.digest)].contains(headers[.ifRange])
        else { return nil }
        let bounds = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2, let first = Int64(bounds[0]), first >= 0 else { return nil }
        if bounds[1].isEmpty { return first..<Int64.max }
        guard let last = Int64(bounds[1]), last >= first, last < .max else { return nil }
        return first..<last + 1
    }
}

extension HTTPField.Name {
    fileprivate static let reprDigest = HTTPField.Name("Repr-Digest")!
}
