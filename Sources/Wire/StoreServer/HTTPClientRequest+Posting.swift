internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1

extension HTTPClientRequest {
    init(posting json: [UInt8], to url: String) {
        self.init(url: url)
        method = .POST
        headers.add(name: "Content-Type", value: "application/json")
        body = .bytes(ByteBuffer(bytes: json))
    }
}
