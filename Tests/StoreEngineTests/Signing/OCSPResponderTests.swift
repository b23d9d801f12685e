import Foundation
import StoreModel
import TestSupport
import Testing

@testable import StoreSigning

/// The questions and the checks of the answers are OpenSSL's.
@Suite("OCSP responder")
struct OCSPResponderTests {
    private static let malformed: [UInt8] = [0x30, 3, 0x0A, 1, 1]
    private static let unauthorized: [UInt8] = [0x30, 3, 0x0A, 1, 6]

    private let fixture: SigningFixture
    private let responder: OCSPResponder

    init() throws {
        fixture = try SigningFixture()
        responder = try #require(OCSPResponder(fixture.certificates))
    }

    private func pem(_ der: [UInt8], _ name: String) throws -> String {
        let text = Data(der).base64EncodedString(options: .lineLength64Characters)
        return try fixture.write(
            Array("-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n".utf8), to: name)
    }

    /// What OpenSSL asks about a certificate.
    private func request(_ certificate: String, of issuer: String, _ options: [String] = []) throws -> [UInt8] {
        let file = fixture.folder.path + "/request.der"
        let asked = try ChildProcess.run(
            ["/usr/bin/env", "openssl", "ocsp", "-issuer", issuer] + options + ["-cert", certificate, "-reqout", file])
        try #require(asked.end == .status(0), "\(asked.output)")
        return Array(try Data(contentsOf: URL(filePath: file)))
    }

    /// What it makes of an answer to the last request.
    private func verdict(
        _ answer: [UInt8], on certificate: String, of issuer: String, hash: String = "-sha1"
    ) throws -> String {
        let root = try fixture.write(Array(fixture.certificates.rootPEM.utf8), to: "root.pem")
        // Without a nonce of its own: the request has one.
        return try SigningFixture.openssl(
            "ocsp", "-reqin", fixture.folder.path + "/request.der", "-respin", fixture.write(answer, to: "answer.der"),
            "-no_nonce", hash, "-issuer", issuer, "-cert", certificate, "-CAfile", root
        ).output
    }

    @Test(
        "says that leaf and intermediate are good, whatever names are hashed with",
        arguments: [["-sha1"], ["-sha256"], ["-sha384", "-no_nonce"], ["-sha512"]])
    func good(options: [String]) throws {
        let files = try ["leaf.pem", "intermediate.pem", "root.pem"].enumerated().map {
            try pem(fixture.certificates.der[$0.offset], $0.element)
        }
        for (certificate, issuer) in zip(files, files.dropFirst()) {
            let answer = responder.answer(
                to: try request(certificate, of: issuer, options), at: TimeSource.system.now())
            let verdict = try verdict(answer, on: certificate, of: issuer, hash: options[0])
            #expect(verdict.contains("Response verify OK") && verdict.contains("\(certificate): good"), "\(verdict)")
        }
    }

    @Test func `repeats the nonce of a request`() throws {
        let leaf = try pem(fixture.certificates.der[0], "leaf.pem")
        let issuer = try pem(fixture.certificates.der[1], "intermediate.pem")
        let request = try request(leaf, of: issuer)
        // The extension is the end of a request; it begins with its identifier.
        let identifier: [UInt8] = [0x06, 0x09, 0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x01, 0x02]
        let nonce = request[try #require(request.firstRange(of: identifier)).lowerBound...]
        #expect(responder.answer(to: request, at: TimeSource.system.now()).contains(nonce))
    }

    @Test func `says that the leaf of a forgery is revoked`() throws {
        let forged = try fixture.signer.forge(.revokedLeaf, from: SigningFixture.payload())
        let header = try #require(Base64URL.decode(forged.rawValue.prefix { $0 != "." }))
        let object = try JSONSerialization.jsonObject(with: Data(header)) as? [String: Any]
        let chain = try #require(object?["x5c"] as? [String])
        let der = try #require(Data(base64Encoded: chain[0]))
        let leaf = try pem(Array(der), "forged.pem")
        let issuer = try pem(fixture.certificates.der[1], "intermediate.pem")
        let answer = responder.answer(to: try request(leaf, of: issuer), at: TimeSource.system.now())
        let verdict = try verdict(answer, on: leaf, of: issuer)
        #expect(verdict.contains("Response verify OK") && verdict.contains("\(leaf): revoked"), "\(verdict)")
    }

    @Test func `does not answer for certificates of another store, nor for two issuers at once`() throws {
        let other = try SigningFixture()
        let leaf = try pem(other.certificates.der[0], "other-leaf.pem")
        let issuer = try pem(other.certificates.der[1], "other-intermediate.pem")
        #expect(responder.answer(to: try request(leaf, of: issuer), at: TimeSource.system.now()) == Self.unauthorized)
        let own = try ["leaf.pem", "intermediate.pem", "root.pem"].enumerated().map {
            try pem(fixture.certificates.der[$0.offset], $0.element)
        }
        let both = try request(own[0], of: own[1], ["-cert", own[0], "-issuer", own[2]])
        #expect(responder.answer(to: both, at: TimeSource.system.now()) == Self.unauthorized)
    }

    @Test func `refuses what is no question, cut off at any byte or with any byte changed, without a crash`() throws {
        let leaf = try pem(fixture.certificates.der[0], "leaf.pem")
        let issuer = try pem(fixture.certificates.der[1], "intermediate.pem")
        let request = try request(leaf, of: issuer)
        let now = TimeSource.system.now()
        for length in request.indices {
            #expect(responder.answer(to: Array(request[..<length]), at: now) == Self.malformed)
        }
        for place in request.indices {
            for change: UInt8 in [0x01, 0x80, 0xFF] {
                var changed = request
                changed[place] ^= change
                #expect(!responder.answer(to: changed, at: now).isEmpty)
            }
        }
        #expect(responder.answer(to: request + [0], at: now) == Self.malformed)
        #expect(responder.answer(to: fixture.certificates.der[0], at: now) == Self.malformed)
        let many = try self.request(
            leaf, of: issuer, Array(repeating: ["-cert", leaf], count: 16).flatMap(\.self))
        #expect(responder.answer(to: many, at: now) == Self.malformed)
    }

    @Test func `is not there where the keys of root and intermediate are not known`() throws {
        let documents = fixture.certificates.der.map { der in
            "-----BEGIN CERTIFICATE-----\n\(Data(der).base64EncodedString(options: .lineLength64Characters))\n-----END CERTIFICATE-----\n"
        }
        let chain = try CertificateChain(
            pem: Array(documents.joined().utf8), leafKey: fixture.certificates.leafKey)
        #expect(OCSPResponder(chain) == nil)
        #expect(throws: CertificateChain.CertificateError.noAuthorityKeys) {
            try chain.serverIdentity(for: ["localhost"], at: TimeSource.system.now())
        }
    }
}
