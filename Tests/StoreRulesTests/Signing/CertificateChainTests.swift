import Foundation
import Storage
import StoreModel
import TestSupport
import Testing

@testable import StoreRules

@Suite(.ownThreads, .timeLimit(.minutes(5))) struct CertificateChainTests {
    private let fixture: SigningFixture
    private let file: String

    init() throws {
        fixture = try SigningFixture()
        file = fixture.folder.path + "/keys/store-certificates"
    }

    @Test func `The chain is made once, also when many ask at the same time, and is the owner's only`()
        async throws
    {
        let folder = try TemporaryDirectory()
        let chains = try await withThrowingTaskGroup(of: [[UInt8]].self) { group in
            for _ in 0..<8 { group.addTask { try SigningFixture.signer(in: folder.path).certificates.der } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(chains.count == 1)
        #expect(
            chains.first == (try SigningFixture.signer(in: folder.path, isFirstRun: false).certificates.der))
        #expect(try permissions(of: folder.path + "/keys/store-certificates") == 0o600)
    }

    @Test func `A strict verifier accepts the chain by its root, long ago and far ahead, and not beyond`()
        throws
    {
        let (root, intermediate, leaf) = try (
            fixture.root(), fixture.pem(1, "1.pem"), fixture.pem(0, "0.pem")
        )
        // 2001-01-02, 2026, 2099-12-30; the day before, the day after.
        for (time, accepted) in [
            (978_393_600, true), (1_795_000_000, true), (4_102_272_000, true), (978_220_800, false),
            (4_102_531_200, false),
        ] {
            let result = try SigningFixture.openssl(
                "verify", "-x509_strict", "-attime", String(time), "-CAfile", root, "-untrusted",
                intermediate, leaf)
            #expect((result.end == .status(0)) == accepted, "\(time): \(result.output)")
            let moment = Timestamp(milliseconds: Int64(time) * 1000)
            #expect(fixture.certificates.isValid(at: moment) == accepted)
        }
        let other = try SigningFixture()
        let refused = try SigningFixture.openssl(
            "verify", "-CAfile", other.root(), "-untrusted", intermediate, leaf)
        #expect(refused.end != .status(0))
    }

    @Test(
        "Leaf and intermediate carry the marks that Apple's libraries look for, and not as critical",
        arguments: [(0, "1.2.840.113635.100.6.11.1"), (1, "1.2.840.113635.100.6.2.1")])
    func markers(index: Int, identifier: String) throws {
        let text = try SigningFixture.openssl("x509", "-noout", "-text", "-in", fixture.pem(index)).output
        let line = try #require(text.split(separator: "\n").first { $0.contains(identifier) })
        #expect(line.trimmingCharacters(in: .whitespaces) == identifier + ":")
    }

    @Test func `A store without certificates gets them, and keeps its key`() throws {
        let signed = try fixture.signer.sign(SigningFixture.payload())
        try FileManager.default.removeItem(atPath: file)
        let signer = try SigningFixture.signer(in: fixture.folder.path, isFirstRun: false)
        #expect(signer.publicKey == fixture.signer.publicKey)
        #expect(signer.certificates.der != fixture.certificates.der)
        #expect(try verifier(signer).verify(signed) == SigningFixture.payload())
    }

    @Test
    func `Certificates that are damaged, cut short, mixed or of another key are named, and stay as they are`()
        throws
    {
        let whole = try Data(contentsOf: URL(filePath: file))
        let other = try SigningFixture()
        let foreign = try Data(contentsOf: URL(filePath: other.folder.path + "/keys/store-certificates"))
        let blocks = { (data: Data) in
            String(decoding: data, as: UTF8.self).components(separatedBy: "-----BEGIN ").dropFirst().map {
                "-----BEGIN " + $0
            }
        }
        let (own, others) = (blocks(whole), blocks(foreign))
        let texts = [
            "", "rubbish", String(decoding: whole.prefix(900), as: UTF8.self),
            String(decoding: foreign, as: UTF8.self),
            own[0], ([own[0], own[2], own[1]]).joined(), ([own[0], others[1], own[2]]).joined(),
            ([own[0], own[1], others[2]]).joined(), own[0] + own[1] + own[2] + own[2],
        ]
        for text in texts {
            try Data(text.utf8).write(to: URL(filePath: file))
            #expect(throws: StorageError.damaged(path: file), "\(text.prefix(40))") {
                try SigningFixture.signer(in: fixture.folder.path, isFirstRun: false)
            }
            #expect(try Data(contentsOf: URL(filePath: file)) == Data(text.utf8))
        }
    }

    private func verifier(_ signer: TransactionSigner) throws -> TransactionVerifier {
        try TransactionVerifier(
            publicKey: signer.publicKey, bundleIdentifier: BundleIdentifier.standard.rawValue,
            appTransaction: try #require(SigningFixture.payload().appTransactionId), environment: .sandbox)
    }

    /// A certificate for a site, issued with the store's keys by somebody who has its files.
    @Test(arguments: [
        ("DNS:example.com", false), ("DNS:apple.com", false), ("DNS:store.localhost", false),
        ("IP:192.0.2.1", false),
        ("IP:2001:db8::1", false), ("DNS:buy.itunes.apple.com", true),
        ("DNS:buy.itunes.apple.com,DNS:example.com", false),
    ])
    func `the root vouches for Apple's names, and for no other site`(names: String, isRight: Bool) throws {
        let keys = try #require(
            try DataDirectory(path: fixture.folder.path).key(named: CertificateChain.fileName))
        let start = "-----BEGIN"
        let documents = String(decoding: keys, as: UTF8.self).components(separatedBy: start).dropFirst().map {
            start + $0
        }
        // Under the intermediate certificate, and under the root alone.
        for (issuer, key) in [(1, 3), (2, 4)] {
            // For verifiers that ask nothing of a root, the intermediate certificate says it, too.
            let anchors = try [fixture.root()] + (issuer == 1 ? [fixture.pem(1, "anchor.pem")] : [])
            let issuerFile = try fixture.pem(issuer, "issuer.pem")
            let keyFile = try fixture.write(Array(documents[key].utf8), to: "issuer-key.pem")
            let (own, request, leaf) = ("own-key.pem", "request.pem", "leaf.pem")
            let path = fixture.folder.path + "/"
            let made = try SigningFixture.openssl(
                "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
                path + own, "-out",
                path + request, "-subj", "/CN=site", "-addext", "subjectAltName=" + names)
            #expect(made.end == .status(0), "\(made.output)")
            let signed = try SigningFixture.openssl(
                "x509", "-req", "-in", path + request, "-CA", issuerFile, "-CAkey", keyFile,
                "-copy_extensions", "copy",
                "-days", "10", "-out", path + leaf)
            #expect(signed.end == .status(0), "\(signed.output)")
            for anchor in anchors {
                let verified = try SigningFixture.openssl(
                    "verify", "-partial_chain", "-CAfile", anchor, "-untrusted",
                    fixture.pem(1, "intermediate.pem"),
                    path + leaf)
                #expect((verified.end == .status(0)) == isRight, "\(verified.output)")
                if !isRight { #expect(verified.output.contains("subtree violation"), "\(verified.output)") }
            }
        }
    }
}
