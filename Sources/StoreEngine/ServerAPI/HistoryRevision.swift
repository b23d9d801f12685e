internal import Crypto
internal import FoundationEssentials
internal import StoreModel

/// The end of a page of transactions: text that the client sends to get the next page, or later what is new. It is good
/// for the same customer and the same question only.
struct HistoryRevision: Hashable {
    let modification: Int64
    private let question: String

    init(modification: Int64, account: Account, question: String) {
        self.modification = modification
        self.question = Self.digest(account, question)
    }

    /// Reads what the client sent; throws where it is none, or belongs to another question.
    init(_ text: String, account: Account, question: String) throws(ServerAPIError) {
        let parts = text.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let modification = Int64(parts[0]), modification >= 0 else {
            throw .invalidRequestRevision
        }
        self.init(modification: modification, account: account, question: question)
        guard self.text == text else { throw .invalidRequestRevision }
    }

    var text: String { "\(modification)_\(question)" }

    private static func digest(_ account: Account, _ question: String) -> String {
        Base64URL.encode(SHA256.hash(data: Data("\(account.number)\n\(question)".utf8)).prefix(9))
    }
}
