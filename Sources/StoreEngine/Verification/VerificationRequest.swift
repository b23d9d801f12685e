internal import StoreModel

/// The body of verifyReceipt. A field of a type that it should not have counts as missing, or as a wrong secret.
struct VerificationRequest: Decodable {
    /// The receipt in base64.
    let receiptData: String?
    /// The shared secret as the sender has it; nil for none.
    let password: String?
    /// Whether only the newest renewal of each subscription is wanted.
    let excludesOldTransactions: Bool

    private enum CodingKeys: String, CodingKey {
        case receiptData = "receipt-data"
        case password
        case excludesOldTransactions = "exclude-old-transactions"
    }

    /// Reads a request's body; nil where it is no JSON object.
    init?(json: [UInt8]) {
        guard let request = try? ReceivedJSON.decode(Self.self, from: json) else { return nil }
        self = request
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        receiptData = try? values.decode(String.self, forKey: .receiptData)
        excludesOldTransactions = (try? values.decode(Bool.self, forKey: .excludesOldTransactions)) ?? false
        let hasPassword = values.contains(.password) && (try? values.decodeNil(forKey: .password)) != true
        password = hasPassword ? (try? values.decode(String.self, forKey: .password)) ?? "" : nil
    }
}
