package import Foundation

/// A request as the bytes that are sent, for those who write to a socket themselves.
package struct RawRequest {
    package var method: String
    package var path: [UInt8]
    package var token: String?
    package var headers: [(name: String, value: String)] = []
    package var body: [UInt8]?

    package init(_ method: String, _ path: String, token: String? = nil, body: String? = nil) {
        (self.method, self.path, self.token) = (method, Array(path.utf8), token)
        self.body = body.map { Array($0.utf8) }
    }

    package var bytes: [UInt8] {
        var fields = [("Host", "127.0.0.1")] + headers
        if let token { fields.append(("Authorization", "Bearer " + token)) }
        if let body { fields += [("Content-Type", "application/json"), ("Content-Length", "\(body.count)")] }
        let head = " HTTP/1.1\r\n" + fields.map { "\($0): \($1)\r\n" }.joined() + "\r\n"
        return Array((method + " ").utf8) + path + Array(head.utf8) + (body ?? [])
    }
}

/// The bytes of one or more answers.
package struct RawAnswer {
    private let data: Data

    package init(_ bytes: some Sequence<UInt8>) { data = Data(bytes) }

    package var statuses: [Int] {
        var statuses: [Int] = []
        var rest = data.startIndex..<data.endIndex
        while let found = data.range(of: Data("HTTP/1.1 ".utf8), in: rest) {
            statuses.append(Int(String(decoding: data[found.upperBound...].prefix(3), as: UTF8.self)) ?? 0)
            rest = found.upperBound..<data.endIndex
        }
        return statuses
    }

    package var body: Data { data.range(of: Data("\r\n\r\n".utf8)).map { data[$0.upperBound...] } ?? Data() }

    package var text: String { String(decoding: data, as: UTF8.self) }
}
