internal import HummingbirdCore
internal import HummingbirdTLS
internal import NIOSSL

extension HTTPServerBuilder {
    /// The same server over TLS.
    func tls(_ files: TLSFiles) throws(ServerFailure) -> HTTPServerBuilder {
        let chain: [NIOSSLCertificate]
        do { chain = try NIOSSLCertificate.fromPEMFile(files.certificate) } catch {
            throw .badCertificate(path: files.certificate)
        }
        do {
            let key = try NIOSSLPrivateKey(file: files.privateKey, format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv12
            // The key is compared with the certificate when a context is made, which is else with the first connection.
            _ = try NIOSSLContext(configuration: configuration)
            return try .tls(self, tlsConfiguration: configuration)
        } catch {
            throw .badPrivateKey(path: files.privateKey)
        }
    }
}
