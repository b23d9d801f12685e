import Foundation
import StoreModel
import TestSupport
import Testing

@testable import StoreRules

/// OpenSSL asks the questions and checks the answers.
@Suite("OCSP responder", .ownThreads, .timeLimit(.minutes(5)))
struct OCSPResponderTests {
    private static let malformed: [UInt8] = [0x30, 3, 0x0A, 1, 1]
    private static let unauthorized: [UInt8] = [0x30, 3, 0x0A, 1, 6]

    private let fixture: SigningFixture
    private let responder: OCSPResponder
    private let now = TimeSource.system.now()
    /// The certificates of the chain in files.
    private let leaf, intermediate, root: String

    init() throws {
        fixture = try SigningFixture()
        responder = try #require(OCSPResponder(fixture.certificates))
        leaf = try fixture.pem(0, "leaf.pem")
        intermediate = try fixture.pem(1, "intermediate.pem")
        root = try fixture.pem(2, "root.pem")
    }

    /// OpenSSL's request about a certificate.
    private func request(
        _ certificate: String, of issuer: String, _ options: [String] = []
    ) throws -> [UInt8] {
        let file = fixture.folder.path + "/request.der"
        let asked = try ChildProcess.run(
            ["/usr/bin/env", "openssl", "ocsp", "-issuer", issuer] + options + [
                "-cert", certificate, "-reqout", file,
            ])
        try #require(asked.end == .status(0), "\(asked.output)")
        return Array(try Data(contentsOf: URL(filePath: file)))
    }

    /// What OpenSSL makes of an answer to the last request.
    private func verdict(
        _ answer: [UInt8], on certificate: String, of issuer: String, hash: String = "-sha1",
        youngerThan age: Int = 3600
    ) throws -> String {
        // Without a nonce of its own: the request has one.
        try SigningFixture.openssl(
            "ocsp", "-reqin", fixture.folder.path + "/request.der", "-respin",
            fixture.write(answer, to: "answer.der"), "-status_age", "\(age)",
            "-no_nonce", hash, "-issuer", issuer, "-cert", certificate, "-CAfile", root
        ).output
    }

    /// Apple's library for Node refuses an answer of the last minute.
    @Test func `dates its answers back by more than a minute, and not by more than some minutes`() throws {
        let answer = responder.answer(to: try request(leaf, of: intermediate), at: now)
        for (age, isTooOld) in [(60, true), (600, false)] {
            let verdict = try verdict(answer, on: leaf, of: intermediate, youngerThan: age)
            #expect(verdict.contains("Response verify OK") && verdict.contains("good"), "\(verdict)")
            #expect(verdict.contains("status too old") == isTooOld, "\(verdict)")
        }
    }

    @Test(
        "says that leaf and intermediate are good, whatever names are hashed with",
        arguments: [["-sha1"], ["-sha256"], ["-sha384", "-no_nonce"], ["-sha512"]])
    func good(options: [String]) throws {
        for (certificate, issuer) in [(leaf, intermediate), (intermediate, root)] {
            let answer = responder.answer(to: try request(certificate, of: issuer, options), at: now)
            let verdict = try verdict(answer, on: certificate, of: issuer, hash: options[0])
            #expect(
                verdict.contains("Response verify OK") && verdict.contains("\(certificate): good"),
                "\(verdict)")
        }
    }

    /// Apple's libraries take such answers, each with its own checks. The one for Node takes no others.
    @Test func `has its answers signed by a responder of the issuer, whose certificate they bring`() throws {
        for (certificate, issuer) in [(leaf, intermediate), (intermediate, root)] {
            let answer = responder.answer(to: try request(certificate, of: issuer), at: now)
            let text = try SigningFixture.openssl(
                "ocsp", "-respin", fixture.write(answer, to: "answer.der"), "-resp_text", "-verify_other",
                issuer, "-CAfile", root
            ).output
            #expect(text.contains("Response verify OK"), "\(text)")
            let (begin, end) = ("-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----")
            let parts = text.components(separatedBy: begin)
            try #require(parts.count == 2, "\(text)")
            for line in ["CA:FALSE", "OCSP Signing", "OCSP No Check"] {
                #expect(text.contains(line), "\(text)")
            }
            #expect(!text.contains("Authority Information Access"), "\(text)")
            let pem = begin + (parts[1].components(separatedBy: end).first ?? "") + end + "\n"
            // Nothing but the issuer is between the responder and who trusts the issuer.
            let chain = try SigningFixture.openssl(
                "verify", "-x509_strict", "-partial_chain", "-purpose", "ocsphelper", "-no-CAfile",
                "-no-CApath", "-trusted", issuer, fixture.write(Array(pem.utf8), to: "responder.pem"))
            #expect(chain.end == .status(0), "\(chain.output)")
        }
    }

    @Test func `repeats the nonce of a request`() throws {
        let request = try request(leaf, of: intermediate)
        // The extension is at the end of a request, and begins with its identifier.
        let identifier: [UInt8] = [0x06, 0x09, 0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x01, 0x02]
        let nonce = request[try #require(request.firstRange(of: identifier)).lowerBound...]
        #expect(responder.answer(to: request, at: now).contains(nonce))
    }

    @Test func `says that the leaf of a forgery is revoked`() throws {
        let forged = try fixture.signer.forge(.revokedLeaf, from: SigningFixture.payload())
        let header = try #require(Base64URL.decode(forged.rawValue.prefix { $0 != "." }))
        let object = try JSONSerialization.jsonObject(with: Data(header)) as? [String: Any]
        let chain = try #require(object?["x5c"] as? [String])
        let der = try #require(Data(base64Encoded: chain[0]))
        let forgery = try fixture.pem(Array(der), "forged.pem")
        let answer = responder.answer(to: try request(forgery, of: intermediate), at: now)
        let verdict = try verdict(answer, on: forgery, of: intermediate)
        #expect(
            verdict.contains("Response verify OK") && verdict.contains("\(forgery): revoked"), "\(verdict)")
    }

    @Test func `does not answer for certificates of another store, nor for two issuers at once`() throws {
        let other = try SigningFixture()
        let foreign = try request(other.pem(0, "leaf.pem"), of: other.pem(1, "intermediate.pem"))
        #expect(responder.answer(to: foreign, at: now) == Self.unauthorized)
        let both = try request(leaf, of: intermediate, ["-cert", leaf, "-issuer", root])
        #expect(responder.answer(to: both, at: now) == Self.unauthorized)
    }

    @Test
    func `refuses what is not a question, cut off at any byte or with any byte changed, without a crash`()
        throws
    {
        let request = try request(leaf, of: intermediate)
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
            leaf, of: intermediate, Array(repeating: ["-cert", leaf], count: 16).flatMap(\.self))
        #expect(responder.answer(to: many, at: now) == Self.malformed)
    }

    @Test func `is not there if the keys of root and intermediate are not known`() throws {
        let documents = fixture.certificates.der.map(SigningFixture.pem).joined()
        let chain = try CertificateChain(pem: Array(documents.utf8), leafKey: fixture.certificates.leafKey)
        #expect(OCSPResponder(chain) == nil)
        #expect(throws: CertificateChain.CertificateError.noAuthorityKeys) {
            try chain.serverIdentity(for: ["localhost"], at: now)
        }
    }
}
