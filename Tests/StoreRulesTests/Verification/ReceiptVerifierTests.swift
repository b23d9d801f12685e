import Foundation
import StoreModel
import TestSupport
import Testing

@testable import StoreRules

@Suite struct ReceiptVerifierTests {
    private let fixture: SigningFixture

    init() throws { fixture = try SigningFixture() }

    @Test(
        "The answer for an app receipt has Apple's fields, with Apple's types",
        arguments: ReceiptEncoding.allCases)
    func appReceipt(encoding: ReceiptEncoding) throws {
        let refunded = SigningFixture.purchase("2000000000000002", cancelled: SigningFixture.december)
        let receipt = SigningFixture.receipt([SigningFixture.purchase("2000000000000001"), refunded])
        let answer = try ask(fixture.sign(receipt, as: encoding))
        let july: [JSONValue] = [
            "2026-07-01 12:00:00 Etc/GMT", "1782907200000", "2026-07-01 05:00:00 America/Los_Angeles",
        ]
        let december: [JSONValue] = [
            "2026-12-01 12:00:00 Etc/GMT", "1796126400000", "2026-12-01 04:00:00 America/Los_Angeles",
        ]
        let purchase: JSONValue = [
            "quantity": "3", "product_id": "com.xamarin.storekit.testing.consume5credits",
            "transaction_id": "2000000000000001", "original_transaction_id": "2000000000000001",
            "purchase_date": july[0], "purchase_date_ms": july[1], "purchase_date_pst": july[2],
            "original_purchase_date": july[0], "original_purchase_date_ms": july[1],
            "original_purchase_date_pst": july[2], "is_trial_period": "false",
            "in_app_ownership_type": "PURCHASED",
        ]
        var cancelled = purchase
        cancelled["transaction_id"] = "2000000000000002"
        cancelled["original_transaction_id"] = "2000000000000002"
        cancelled["cancellation_date"] = december[0]
        cancelled["cancellation_date_ms"] = december[1]
        cancelled["cancellation_date_pst"] = december[2]
        cancelled["cancellation_reason"] = "1"
        let expected: JSONValue = [
            "status": 0, "environment": "Sandbox",
            "receipt": [
                "receipt_type": "ProductionSandbox", "adam_id": 0, "app_item_id": 0, "download_id": 0,
                "version_external_identifier": 0, "bundle_id": "com.xamarin.storekit.testing",
                "application_version": "7", "original_application_version": "1.0",
                "receipt_creation_date": december[0], "receipt_creation_date_ms": december[1],
                "receipt_creation_date_pst": december[2], "request_date": december[0],
                "request_date_ms": december[1], "request_date_pst": december[2],
                "original_purchase_date": "2013-08-01 07:00:00 Etc/GMT",
                "original_purchase_date_ms": "1375340400000",
                "original_purchase_date_pst": "2013-08-01 00:00:00 America/Los_Angeles",
                "in_app": [purchase, cancelled],
            ],
        ]
        #expect(answer == expected)
    }

    @Test func `The answer for a legacy receipt is flat, and all strings`() throws {
        let answer = try ask(fixture.legacyReceipt())
        let expected: JSONValue = [
            "status": 0,
            "receipt": [
                "original_transaction_id": "2000000000000001", "transaction_id": "2000000000000001",
                "product_id": "com.xamarin.storekit.testing.consume5credits", "item_id": "0", "quantity": "3",
                "bid": "com.xamarin.storekit.testing", "bvrs": "7",
                "purchase_date": "2026-07-01 12:00:00 Etc/GMT", "purchase_date_ms": "1782907200000",
                "purchase_date_pst": "2026-07-01 05:00:00 America/Los_Angeles",
                "original_purchase_date": "2026-07-01 12:00:00 Etc/GMT",
                "original_purchase_date_ms": "1782907200000",
                "original_purchase_date_pst": "2026-07-01 05:00:00 America/Los_Angeles",
                "is_trial_period": "false",
            ],
        ]
        #expect(answer == expected)
    }

    @Test(
        "A legacy receipt of a subscription is 21006 from the moment that it runs out, and still says what it was"
    )
    func expired() throws {
        for (offset, status) in [(-1, 21006), (0, 21006), (1, 0)] {
            let expires = SigningFixture.december.advanced(by: .seconds(offset))
            let text = try fixture.legacyReceipt(expires: expires)
            let answer = try ask(text, password: SigningFixture.secret)
            #expect(answer["status"] == .number(Int64(status)))
            let receipt = try #require(answer["receipt"])
            #expect(receipt["expires_date"] == .string(String(expires.milliseconds)))
            #expect(receipt["expires_date_formatted"] == .string(ReceiptDate(expires).text))
            #expect(answer["latest_expired_receipt_info"] == (status == 0 ? nil : receipt))
        }
    }

    @Test func `A receipt at the other environment's address is sent on`() throws {
        for (receipt, address, status) in [
            (StoreEnvironment.sandbox, StoreEnvironment.sandbox, 0), (.production, .production, 0),
            (.sandbox, .production, 21007), (.production, .sandbox, 21008),
        ] {
            let texts = [
                try fixture.sign(SigningFixture.receipt(environment: receipt)),
                try fixture.legacyReceipt(environment: receipt),
            ]
            for text in texts {
                let answer = try ask(text, at: address)
                #expect(answer["status"] == .number(Int64(status)))
                #expect(answer.names == ["status"] || status == 0)
                // A wrong secret does not hide the other address.
                let refused = try ask(text, password: "wrong", at: address)["status"]
                #expect(refused == .number(status == 0 ? 21004 : Int64(status)))
            }
        }
    }

    @Test func `The secret must be right if one is sent, and must be there for subscriptions`() throws {
        var subscription = SigningFixture.purchase("1")
        subscription.expiresDate = SigningFixture.december
        var foreign = SigningFixture.receipt()
        foreign.bundleIdentifier = "com.example.other"
        let right = SigningFixture.secret
        for (receipt, password, status) in [
            (SigningFixture.receipt(), nil, 0), (SigningFixture.receipt(), right, 0),
            (SigningFixture.receipt(), "", 21004), (SigningFixture.receipt(), right.uppercased(), 21004),
            (SigningFixture.receipt(), String(right.dropLast()), 21004),
            (SigningFixture.receipt([subscription]), nil, 21004),
            (SigningFixture.receipt([subscription]), right, 0),
            (foreign, nil, 0), (foreign, right, 21004),
        ] as [(AppReceipt, String?, Int)] {
            #expect(try ask(fixture.sign(receipt), password: password)["status"] == .number(Int64(status)))
        }
        let text = try fixture.sign(SigningFixture.receipt())
        #expect(status(#"{"receipt-data":"\#(text)","password":null}"#) == 0)
        #expect(status(#"{"receipt-data":"\#(text)","password":7}"#) == 21004)
    }

    @Test func `The receipt of another store is not authentic`() throws {
        let other = try SigningFixture()
        for encoding in ReceiptEncoding.allCases {
            #expect(try ask(other.sign(SigningFixture.receipt(), as: encoding)) == ["status": 21003])
        }
        #expect(try ask(other.legacyReceipt()) == ["status": 21003])
    }

    @Test(
        "What another program signed as CMS is not authentic, in one piece or in several", .ownThreads,
        arguments: [[], ["-stream"]])
    func foreignMessage(form: [String]) throws {
        let content = try fixture.write([UInt8](repeating: 7, count: 10_000), to: "content")
        let (key, certificate) = (fixture.folder.path + "/key", fixture.folder.path + "/certificate")
        let message = fixture.folder.path + "/message"
        for command in [
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-subj",
                "/CN=x",
            ],
            ["cms", "-sign", "-nodetach", "-binary", "-in", content, "-signer", certificate, "-inkey", key]
                + ["-outform", "DER", "-out", message] + form,
        ] {
            let result = try SigningFixture.openssl(command)
            #expect(result.end == .status(0), "\(result.output)")
        }
        let bytes = try Data(contentsOf: URL(filePath: message))
        #expect((bytes[1] == 0x80) == !form.isEmpty)
        #expect(try ask(bytes.base64EncodedString()) == ["status": 21003])
    }

    @Test func `A receipt is judged by the date that it was made at, not by today's`() throws {
        for (year, status) in [
            (978_307_199, 21003), (978_307_200, 0), (4_102_444_800, 0), (4_102_444_801, 21003),
        ] {
            var receipt = SigningFixture.receipt()
            receipt.creationDate = Timestamp(milliseconds: Int64(year) * 1000)
            #expect(try ask(fixture.sign(receipt))["status"] == .number(Int64(status)))
        }
    }

    @Test func `What the store signed for another purpose is not a receipt`() throws {
        let data = try SignedData(SigningFixture.payload().json, signedBy: fixture.signer)
        let bytes = data.encoded(.appStore, fixture.certificates)
        #expect(try ask(Data(bytes).base64EncodedString()) == ["status": 21002])
        #expect(try ask(fixture.signer.sign(SigningFixture.payload()).rawValue) == ["status": 21002])
    }

    @Test(arguments: [
        "", " ", "null", "[]", "7", "\"text\"", "{", "{\"receipt-data\"}", "receipt-data=AAAA", "\u{0}",
        "{\"receipt-data\":\"AAAA\"", "\u{1b}[2J", String(repeating: "[", count: 100_000),
        String(repeating: #"{"a":"#, count: 100_000),
    ])
    func `A body that is not a JSON object is unreadable`(body: String) { #expect(status(body) == 21000) }

    @Test(arguments: [
        "{}", #"{"receipt-data":null}"#, #"{"receipt-data":7}"#, #"{"receipt-data":["MAA="]}"#,
        #"{"receipt-data":""}"#, #"{"receipt-data":"MA"}"#, #"{"receipt-data":"MAA=\n"}"#,
        #"{"receipt-data":"-_-_"}"#, #"{"receipt-data":"MAA="}"#, #"{"receipt-data":"MIAAAA=="}"#,
        #"{"receipt-data":"e30="}"#, #"{"Receipt-Data":"MAA="}"#, #"{"receipt-data":"\u0000"}"#,
    ])
    func `Receipt data that is missing or no receipt is malformed`(body: String) {
        #expect(status(body) == 21002)
    }

    @Test func `Faults of the store are said with Apple's numbers`() throws {
        for (fault, text) in [
            (VerificationResult.unreadableRequest, #"{"status":21000}"#),
            (VerificationResult(.unavailable), #"{"status":21005}"#),
            (VerificationResult(.dataAccessError), #"{"status":21009}"#),
            (VerificationResult(.accountNotFound), #"{"status":21010}"#),
            (.internalError(code: 21100, isRetryable: true), #"{"status":21100,"is_retryable":true}"#),
            (.internalError(code: 21199, isRetryable: false), #"{"status":21199,"is_retryable":false}"#),
            (.internalError(code: 0, isRetryable: false), #"{"status":21100,"is_retryable":false}"#),
            (.internalError(code: .max, isRetryable: false), #"{"status":21199,"is_retryable":false}"#),
        ] {
            #expect(String(decoding: fault.json, as: UTF8.self) == text)
            #expect(text.hasPrefix(#"{"status":\#(fault.status)"#))
        }
    }

    private func status(_ body: String) -> Int? {
        try? fixture.verifier.verify(body: Array(body.utf8), at: .sandbox).status
    }

    /// The store's answer. On the way this checks that the status beside the answer is the one in it.
    private func ask(
        _ receipt: String, password: String? = nil, at environment: StoreEnvironment = .sandbox
    ) throws -> JSONValue {
        var request = ["receipt-data": receipt]
        request["password"] = password
        let result = try fixture.verifier.verify(body: Array(JSONEncoder().encode(request)), at: environment)
        let answer = try JSONValue(json: result.json)
        #expect(answer["status"] == .number(Int64(result.status)))
        return answer
    }
}
