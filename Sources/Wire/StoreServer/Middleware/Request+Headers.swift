internal import HTTPTypes
internal import Hummingbird
internal import StoreModel
internal import StoreRules
internal import StoreWire

// What routes and middleware read from a request's headers: its token and its device.
extension Request {
    var bearerToken: String? {
        guard let field = headers.value(of: .authorization) else { return nil }
        guard let space = field.utf8.firstIndex(of: UInt8(ascii: " ")),
            field[..<space].lowercased() == "bearer"
        else { return nil }
        return String(field[space...].dropFirst())
    }

    var sessionToken: SessionToken? { bearerToken.map(SessionToken.init(rawValue:)) }

    /// The device that a receipt is bound to; nil if the request names none. Throws `HTTPFailure` (400) if it
    /// is not a UUID.
    func device() throws(HTTPFailure) -> String? {
        guard let name = HTTPField.Name.device, let device = headers.value(of: name)?.lowercased() else {
            return nil
        }
        guard device.isUUID else { throw .badRequest("\(StoreWire.deviceHeader) is not a UUID.") }
        return device
    }
}

extension HTTPFields {
    /// The same as the subscript. That takes much longer, because it also joins fields that come several
    /// times.
    func value(of name: HTTPField.Name) -> String? {
        let values = self[values: name]
        return values.count > 1 ? self[name] : values.first
    }
}

extension HTTPField.Name {
    fileprivate static let device = HTTPField.Name(StoreWire.deviceHeader)
}
