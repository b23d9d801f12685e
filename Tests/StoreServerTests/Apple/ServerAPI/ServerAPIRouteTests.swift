#if AppleServices
import AppleServices
import Foundation
import NIOHTTP1
import StoreModel
import StoreRules
import StoreServer
import TestSupport
import Testing

/// The App Store Server API over HTTP: every address, and the form of the refusals.
@Suite(.server, .timeLimit(.minutes(5))) struct ServerAPIRouteTests {
    private let server = RunningServer.current
    private let developer: Developer

    init() throws { developer = try Developer() }

    private static let extending =
        #"{"extendByDays": 1, "extendReasonCode": 0, "requestIdentifier": "\#(request)", "productId": "p"}"#
    private static let request = "e3c1a5f0-7d52-4c1e-9b59-52f0a7f6d3aa"

    /// An address with ID for a transaction's number, what is sent there, and the status or error that
    /// comes back.
    static let addresses: [(String, String, String?, Int)] = [
        ("GET", "v1/transactions/ID", nil, 200),
        ("GET", "v2/history/ID?sort=DESCENDING&revoked=False", nil, 200),
        ("GET", "v1/history/ID", nil, 200),
        ("GET", "v2/history/ID?productId=a%20b&productId=c&productType=CONSUMABLE", nil, 200),
        ("GET", "v2/history/ID?productType=x", nil, 4_000_022),
        ("GET", "v2/history/ID?productType=CONSUMABLE&productType=x", nil, 4_000_022),
        ("GET", "v1/subscriptions/ID?status=2&status=5", nil, 200),
        ("GET", "v1/subscriptions/ID?status=9", nil, 4_000_031),
        ("GET", "v2/refund/lookup/ID", nil, 200), ("GET", "v1/refund/lookup/ID", nil, 200),
        ("GET", "v1/lookup/MS00000001", nil, 200),
        ("GET", "v1/transactions/appTransactions/ID", nil, 200),
        (
            "PUT", "v2/transactions/consumption/ID",
            #"{"customerConsented": true, "sampleContentProvided": false, "deliveryStatus": "DELIVERED"}"#,
            202
        ),
        ("PUT", "v1/transactions/consumption/ID", Developer.olderReport(), 202),
        ("PUT", "v1/transactions/consumption/ID", "{}", 4_000_035),
        (
            "PUT", "v1/transactions/ID/appAccountToken",
            #"{"appAccountToken": "7e3fb20b-4cdb-47cc-936d-99d65f608138"}"#, 200
        ),
        ("PUT", "v1/transactions/ID/appAccountToken", "{}", 4_000_183),
        ("POST", "v1/transactions/ID/finish", nil, 200),
        ("PUT", "v1/subscriptions/extend/ID", extending, 4_030_004),
        ("POST", "v1/subscriptions/extend/mass", extending, 4_000_023),
        ("GET", "v1/subscriptions/extend/mass/p/\(request)", nil, 4_040_009),
        ("POST", "v1/notifications/test", nil, 4_040_007),
        ("GET", "v1/notifications/test/x", nil, 4_000_020),
        ("POST", "v1/notifications/history", "{}", 4_000_015),
        ("GET", "v1/transactions/abc", nil, 4_000_006),
        ("GET", "v1/transactions/1%27%20OR%201=1", nil, 4_000_006),
        ("GET", "v1/transactions/..%2F..%2Fkeys", nil, 4_000_006),
        ("GET", "v1/transactions/%25s%25n", nil, 4_000_006),
        ("GET", "v1/transactions/1", nil, 4_040_010),
        ("GET", "v2/history/704000000000000099", nil, 4_040_010),
    ]

    @Test(
        "Every address answers in its environment, and to nobody without a token",
        arguments: [StoreEnvironment.production, .sandbox])
    func address(environment: StoreEnvironment) async throws {
        let prefix = environment == .production ? "/inApps/" : "/sandbox/inApps/"
        let (_, identifier) = try await developer.server.purchase(environment)
        for (method, path, body, expected) in Self.addresses {
            let path = prefix + path.replacingOccurrences(of: "ID", with: identifier)
            #expect(try await server.send(method, path, body: body).status == 401, "\(method) \(path)")
            let answer = try await developer.send(method, path, body: body)
            if expected < 1000 {
                #expect(answer.status == expected, "\(method) \(path)")
                #expect(answer.body.isEmpty || answer.headers["Content-Type"] == ["application/json"])
            } else {
                #expect(answer.errorCode == expected, "\(method) \(path)")
            }
        }
    }

    @Test func `Who shows no token, or a wrong one, gets Apple's text, and no JSON`() async throws {
        let tokens = [
            nil, "", "garbage", try developer.token { header, _ in header["alg"] = "none" },
            try developer.token { _, claims in claims["aud"] = "somebody" },
            try developer.token { _, claims in claims["exp"] = 1 }, RunningServer.adminToken,
        ]
        for token in tokens {
            let answer = try await server.send("GET", "/inApps/v1/transactions/1", token: token)
            #expect(answer.status == 401)
            #expect(answer.body.hasPrefix("Unauthenticated\n\nRequest ID: "))
            #expect(answer.errorCode == nil)
        }
    }

    @Test func `What is wrong with a token is in the log, with the request's number`() async throws {
        let now = server.time.source.now().milliseconds / 1000
        func claim(_ name: String, _ value: any Sendable) throws -> String {
            try developer.token { _, claims in claims[name] = value }
        }
        let right = try developer.token().split(separator: ".")
        let other = try claim("exp", now + 301).split(separator: ".")
        let api = try ServerAPI(store: server.store)
        let (key, bundle) = (api.key, server.store.application.bundleIdentifier)
        let wrong: [(String?, String)] = [
            (nil, "there is no bearer token"),
            ("garbage", "the token is not a signed JWT with alg, kid, iss, aud, bid and exp"),
            (try developer.token { header, _ in header["alg"] = "none" }, "alg is not ES256"),
            (try developer.token { header, _ in header["kid"] = "K" }, "kid is not \(key.keyIdentifier)"),
            (
                "\(right[0]).\(right[1]).\(other[2])",
                "the signature is not that of the key \(key.keyIdentifier)"
            ),
            (try claim("iss", "me"), "iss is not \(key.issuerIdentifier)"),
            (try claim("aud", "somebody"), "aud is not appstoreconnect-v1"),
            (try claim("bid", "com.example.other"), "bid is not \(bundle.rawValue)"),
            (try claim("iat", now + 120), "iat is in the future"), (try claim("exp", now), "exp is past"),
            (try claim("exp", now + 3601), "exp is more than an hour after now"),
        ]
        for (token, fault) in wrong {
            let answer = try await server.send("GET", "/inApps/v1/transactions/1", token: token)
            let number = answer.body.split(separator: "\n").last?.dropFirst("Request ID: ".count) ?? ""
            let line = "The App Store Server API refused the request \(number): \(fault)."
            #expect(number.count == 36 && server.log.calls.contains(line), "\(fault)")
        }
    }

    @Test func `A production customer is not found in the sandbox, nor the other way round`() async throws {
        let (_, identifier) = try await developer.server.purchase(.production)
        #expect(try await developer.send("GET", "/inApps/v1/transactions/\(identifier)").status == 200)
        #expect(
            try await developer.send("GET", "/sandbox/inApps/v1/transactions/\(identifier)").errorCode
                == 4_040_010)
    }

    @Test(.server { $0.serverAPIRate = Rate(perSecond: 1) })
    func `Too many requests are refused with the moment from which on they are not, in milliseconds`()
        async throws
    {
        for _ in 0..<2 { #expect(try await developer.send("GET", "/inApps/v1/transactions/1").status == 404) }
        let refused = try await developer.send("GET", "/inApps/v1/transactions/1")
        #expect(refused.errorCode == 4_290_000)
        let moment = try #require(Int64(refused.headers["Retry-After"].first ?? ""))
        #expect(moment == server.time.source.now().milliseconds + 1000)
        // The other environment has a limit of its own.
        #expect(try await developer.send("GET", "/sandbox/inApps/v1/transactions/1").status == 404)
        server.time.advance(by: .seconds(1))
        #expect(try await developer.send("GET", "/inApps/v1/transactions/1").status == 404)
    }

    @Test(.server { $0.listening.addressRate = Rate(perSecond: 1) })
    func `The limit of addresses refuses in the same form, whatever the token`() async throws {
        let path = "/sandbox/inApps/v1/transactions/1"
        for _ in 0..<2 { #expect(try await server.send("GET", path).status == 401) }
        let refused = [try await server.send("GET", path), try await developer.send("GET", path)]
        for answer in refused {
            #expect(answer.errorCode == 4_290_000, "\(answer.status) \(answer.body)")
            let moment = try #require(Int64(answer.headers["Retry-After"].first ?? ""))
            #expect(moment == server.time.source.now().milliseconds + 1000)
        }
        // Other clients get the store's form.
        let other = try await server.send("POST", "/sandbox/verifyReceipt", body: "")
        #expect(other.error?.code == 429 && other.headers["Retry-After"] == ["1"])
        server.time.advance(by: .seconds(1))
        #expect(try await developer.send("GET", path).status == 404)
    }

    @Test func `A body that is too large is a bad request`() async throws {
        let body = String(repeating: " ", count: 100_000)
        let answer = try await developer.send("POST", "/inApps/v1/notifications/history", body: body)
        #expect(answer.errorCode == 4_000_000)
    }
}
#endif
