internal import NIOSSL

extension TLSFiles {
    /// What a server needs to know for TLS.
    func configuration() throws(ServerFailure) -> TLSConfiguration {
        let chain: [NIOSSLCertificate]
        do { chain = try NIOSSLCertificate.fromPEMFile(certificate) } catch {
            throw .badCertificate(path: certificate)
        }
        do {
            let key = try NIOSSLPrivateKey(file: privateKey, format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv12
            // The key is compared with the certificate when a context is made, which is else with the first connection.
            _ = try NIOSSLContext(configuration: configuration)
            return configuration
        } catch {
            throw .badPrivateKey(path: privateKey)
        }
    }
}
