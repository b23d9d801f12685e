internal import Foundation
internal import StoreModel
internal import StoreRules
internal import TestSupport

/// All routes of the server, over a socket: whole requests, their addresses, their
/// tokens and their bodies are changed.
final class RoutesTarget: FuzzTarget {
    private let fixture: FuzzStore
    private let server: FuzzServer
    private let requests: [RawRequest]
    private let tokens: [String]
    private let settings: StoreSettings

    init(folder: String) throws {
        fixture = try FuzzStore(folder: folder)
        server = try FuzzServer(fixture)
        requests = try fixture.requests()
        tokens = Set(requests.compactMap(\.token)).sorted()
        settings = try fixture.store.settings()
    }

    func input(_ random: inout SeededGenerator) -> [UInt8] {
        var request = requests.randomElement(using: &random)!
        let other = requests.randomElement(using: &random)!
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return Mutation.of(request.bytes, with: other.bytes, &random)
        case 1: request.path = Mutation.of(request.path, with: other.path, &random)
        case 2:
            let token = Mutation.of(
                Array((request.token ?? "").utf8), with: Array((other.token ?? "").utf8), &random)
            request.token = String(decoding: token, as: UTF8.self)
        case 3: request.token = Bool.random(using: &random) ? nil : other.token
        case 4:
            let value = request.headers.randomElement(using: &random)?.value ?? "1"
            let changed = Mutation.of(Array(value.utf8), with: other.path, &random)
            let name = ["Store-Device", "Last-Event-ID", "Content-Length", "Transfer-Encoding", "Expect"]
                .randomElement(using: &random)!
            request.headers.append((name, String(decoding: changed, as: UTF8.self)))
        default:
            guard let body = request.body else {
                request.path = Mutation.of(request.path, with: other.path, &random)
                break
            }
            request.body = Mutation.of(body, with: other.body ?? body, &random)
        }
        return request.bytes
    }

    func take(_ input: [UInt8]) throws -> String? {
        let statuses = try server.exchange(input).statuses
        let isChanged = try fixture.store.settings() != settings
        // An administrator's change is undone. With it, the server answers as the settings say.
        if isChanged { try fixture.store.apply(settings) }
        // If the server does not know a method, a transfer coding or a version, that is the client's mistake.
        if !isChanged, let status = statuses.first(where: { $0 >= 500 && ![501, 505].contains($0) }) {
            return "status \(status)"
        }
        if let status = statuses.first, status < 300, needsToken(input), !hasToken(input) {
            return "status \(status) without a token"
        }
        return nil
    }

    func checkUp() throws -> String? {
        let body = String(decoding: try JSONEncoder().encode(PurchaseRequest()), as: UTF8.self)
        let request = RawRequest("POST", "/store/v1/purchases", token: fixture.honestToken, body: body)
        let answer = try server.exchange(request.bytes)
        guard let outcome = try? JSONDecoder().decode(PurchaseOutcome.self, from: answer.body),
            case .purchased = outcome.result
        else { return "an honest purchase: \(answer.text)" }
        return try fixture.audit()
    }

    private func needsToken(_ input: [UInt8]) -> Bool {
        let line = String(decoding: input.prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
        return line.contains(
            /^[A-Z]+ \/(admin\/v1|(sandbox\/)?inApps|store\/v1\/(purchases|account\/|transactions|subscriptions|settings|receipt|updates|visits))/
        )
    }

    private func hasToken(_ input: [UInt8]) -> Bool {
        let data = Data(input)
        return tokens.contains { data.range(of: Data($0.utf8)) != nil }
    }
}

extension FuzzStore {
    /// A valid request to each route.
    fileprivate func requests() throws -> [RawRequest] {
        let developer = try developerToken()
        let leaving = try Self.customer("leaving", at: store).1
        return try customerRequests(leaving: leaving) + administratorRequests()
            + ["", "/sandbox"].flatMap { try developerRequests($0, token: developer) }
    }

    private func customerRequests(leaving: String) throws -> [RawRequest] {
        let id = transactions[0]
        func ask(_ method: String, _ path: String, _ body: String? = nil) -> RawRequest {
            var request = RawRequest(method, "/store/v1/" + path, token: token, body: body)
            request.headers = [("Store-Device", Self.device)]
            return request
        }
        let credentials = #"{"account":"anna","password":"\#(Self.password)"}"#
        let receipt = try customer.receipt()
        let legacy = try customer.legacyReceipt(for: id) ?? ""
        let signed = try signedTransaction(id)
        let exchange =
            #"{"since":{"revision":0,"mark":""},"purchases":["\#(signed.rawValue)"],"uses":[{"id":"\#(Self.use)","amount":1,"#
            + #""date":1795000000000}],"limit":10,"nonce":1}"#
        let version = #"{"signedDate":1795000000000,"digest":"\#(signed.version?.digest ?? "")"}"#
        let comparison =
            #"{"subject":"purchases","elements":[{"id":"\#(id)","version":\#(version)}],"after":"1","through":"\#(id)","nonce":1}"#
        var watching = ask("GET", "updates")
        watching.headers.append(("Last-Event-ID", "1"))
        return [
            RawRequest(
                "POST", "/store/v1/accounts", body: #"{"account":"new","password":"\#(Self.password)"}"#),
            RawRequest("POST", "/store/v1/sessions", body: credentials),
            RawRequest("DELETE", "/store/v1/sessions/current", token: leaving),
            RawRequest("GET", "/store/v1/certificates"),
            RawRequest(
                "POST", "/store/v1/visits", token: FuzzServer.hostToken,
                body: #"{"visitor":"guest-00000000-0000-4000-8000-000000000001"}"#),
            ask("POST", "products", #"{"identifiers":["\#(MonkeyCredits.five)","unknown"]}"#),
            ask(
                "POST", "purchases",
                #"{"key":"k1","productIdentifier":"\#(MonkeyCredits.five)","quantity":2,"priceLimit":{"milliunits":990,"currency":"USD"}}"#
            ),
            ask("POST", "account/exchange", exchange), ask("POST", "account/comparison", comparison),
            ask("POST", "account/uses", #"{"id":"\#(Self.use)","amount":1,"date":1795000000000}"#),
            ask("POST", "purchases/restored", #"{"limit":10}"#),
            ask("POST", "transactions/\(id)/finish", #"{"signedDate":1795000000000}"#),
            ask("GET", "subscriptions"), ask("POST", "subscriptions/\(subscription)/cancel"),
            ask("POST", "subscriptions/\(subscription)/resume"), ask("GET", "settings"),
            ask("GET", "receipt"),
            ask("GET", "transactions/\(id)/receipt"), watching,
            RawRequest("POST", "/verifyReceipt", body: #"{"receipt-data":"\#(receipt)"}"#),
            RawRequest(
                "POST", "/sandbox/verifyReceipt",
                body: #"{"receipt-data":"\#(legacy)","password":"\#(store.sharedSecret)"}"#),
            RawRequest("GET", "/health"), RawRequest("GET", "/ready"), RawRequest("GET", "/metrics"),
        ]
    }

    private func administratorRequests() throws -> [RawRequest] {
        let id = transactions[1]
        func ask(_ method: String, _ path: String, _ body: String? = nil) -> RawRequest {
            RawRequest(method, "/admin/v1/" + path, token: FuzzServer.adminToken, body: body)
        }
        let settings = String(decoding: try JSONEncoder().encode(store.settings()), as: UTF8.self)
        let account = customer.account.identifier
        return [
            ask("GET", "settings"), ask("PUT", "settings", settings),
            ask(
                "PUT", "settings",
                #"{"verificationStatus":21100,"serverAPIError":4290000,"timeRate":1,"asksToBuy":true}"#),
            ask("POST", "clock", #"{"advanceMilliseconds":86400000}"#),
            ask("GET", "purchases?account=\(account)&before=99999999999&limit=10"),
            ask("POST", "purchases/actions", #"{"account":"\#(account)","keys":["k1"]}"#),
            ask("GET", "purchases/\(id)"), ask("POST", "purchases/\(id)/refund"),
            ask("POST", "purchases/\(id)/reverse-refund"),
            ask("POST", "purchases/\(id)/request-refund", #"{"reason":"OTHER"}"#),
            ask("POST", "purchases/\(id)/decline-refund"), ask("GET", "purchases/\(id)/consumption"),
            ask("GET", "subscriptions?account=\(account)"),
            ask("POST", "subscriptions/\(subscription)/renew"),
            ask("POST", "subscriptions/\(subscription)/break-billing"), ask("GET", "accounts"),
            ask(
                "POST", "accounts",
                #"{"account":"made","password":"\#(Self.password)","environment":"Production"}"#),
            ask("GET", "notifications"),
            ask("PUT", "notifications", #"{"production":null,"sandbox":"http://127.0.0.1:1/notifications"}"#),
        ]
    }

    private func developerRequests(_ prefix: String, token: String) throws -> [RawRequest] {
        let id = transactions[0]
        func ask(_ method: String, _ path: String, _ body: String? = nil) -> RawRequest {
            RawRequest(method, prefix + "/inApps/" + path, token: token, body: body)
        }
        let query = "startDate=1&endDate=9999999999999&productType=CONSUMABLE&sort=ASCENDING&revoked=false"
        let consumption =
            #"{"customerConsented":true,"sampleContentProvided":false,"deliveryStatus":"DELIVERED","consumptionPercentage":50000}"#
        let old =
            #"{"customerConsented":true,"sampleContentProvided":false,"appAccountToken":"","consumptionStatus":1,"platform":1,"deliveryStatus":0,"accountTenure":0,"playTime":0,"lifetimeDollarsRefunded":0,"lifetimeDollarsPurchased":0,"userStatus":1}"#
        let extend = #"{"extendByDays":3,"extendReasonCode":1,"requestIdentifier":"r1"}"#
        let mass =
            #"{"extendByDays":3,"extendReasonCode":1,"requestIdentifier":"\#(Self.device)","productId":"com.xamarin.storekit.testing.monthlybunch","storefrontCountryCodes":["USA"]}"#
        let history =
            #"{"startDate":1794990000000,"endDate":1795900000000,"notificationType":"REFUND","onlyFailures":true}"#
        return [
            ask("GET", "v1/transactions/\(id)"), ask("GET", "v1/lookup/MK1"),
            ask("GET", "v1/transactions/appTransactions/\(id)"), ask("POST", "v1/transactions/\(id)/finish"),
            ask("PUT", "v1/transactions/\(id)/appAccountToken", #"{"appAccountToken":"\#(Self.device)"}"#),
            ask("GET", "v2/history/\(id)?\(query)"),
            ask("GET", "v1/history/\(id)?\(query)&excludeRevoked=true"),
            ask("GET", "v2/history/\(id)?revision=MQ"), ask("GET", "v2/refund/lookup/\(id)?revision=MQ"),
            ask("GET", "v1/refund/lookup/\(id)"),
            ask("PUT", "v2/transactions/consumption/\(id)", consumption),
            ask("PUT", "v1/transactions/consumption/\(id)", old),
            ask("GET", "v1/subscriptions/\(subscription)?status=1"),
            ask("PUT", "v1/subscriptions/extend/\(subscription)", extend),
            ask("POST", "v1/subscriptions/extend/mass", mass),
            ask(
                "GET", "v1/subscriptions/extend/mass/com.xamarin.storekit.testing.monthlybunch/\(Self.device)"
            ),
            ask("POST", "v1/notifications/test"),
            ask("GET", "v1/notifications/test/\(Self.device)_1795000000000"),
            ask("POST", "v1/notifications/history?paginationToken=MQ", history),
        ]
    }
}
