internal import ArgumentParser
internal import Glibc
internal import StoreModel
internal import StoreRules
internal import StoreServer

/// The command `hosts`, for machines whose programs reach the store under Apple's names. It prints the lines
/// for their hosts file, a compose file, or how their programs come to trust the store's root certificate.
struct HostsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hosts",
        abstract:
            "Write what a machine needs if its programs reach this store under the names of Apple's servers.",
        discussion: "The server itself needs --apple-names.")

    @Argument(
        help:
            "hosts: the lines for /etc/hosts. compose: a compose file. trust: how programs come to trust the root."
    )
    var part = Part.hosts
    @Option(help: ArgumentHelp("The address of the server.", valueName: "address")) var address = "127.0.0.1"

    enum Part: String, ExpressibleByArgument, CaseIterable {
        case hosts, compose, trust
    }

    private static let names = AppleName.allCases.map(\.rawValue) + [OCSPResponder.host]

    func validate() throws {
        // An address of either kind has at most 16 bytes.
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET, address, &bytes) == 1 || inet_pton(AF_INET6, address, &bytes) == 1 else {
            throw ValidationError(
                "\(PrintableText.line(address)) is not an IP address, and /etc/hosts takes nothing else.")
        }
    }

    func run() {
        switch part {
        case .hosts: for name in Self.names { printLine("\(address) \(name)") }
        case .compose: Self.compose.forEach(printLine)
        case .trust: Self.trust.forEach(printLine)
        }
    }

    private static var compose: [String] {
        [
            "services:",
            "  monkeystore:",
            "    image: monkeystore-server",
            "    command: serve --apple-names --host 0.0.0.0 --without-tls --data-dir /data",
            "    volumes:",
            "      - monkeystore:/data",
            "    networks:",
            "      default:",
            "        aliases:",
        ] + names.map { "          - \($0)" } + [
            "  app:",
            "    # Yours. The root comes from: docker compose run --rm monkeystore root --data-dir /data > monkeystore-root.pem",
            "    environment:",
            "      SSL_CERT_FILE: /etc/monkeystore-root.pem",
            "      REQUESTS_CA_BUNDLE: /etc/monkeystore-root.pem",
            "      NODE_EXTRA_CA_CERTS: /etc/monkeystore-root.pem",
            "    volumes:",
            "      - ./monkeystore-root.pem:/etc/monkeystore-root.pem:ro",
            "    depends_on:",
            "      - monkeystore",
            "volumes:",
            "  monkeystore:",
        ]
    }

    private static let trust = [
        "# The root certificate of the store:",
        "monkeystore-server root > monkeystore-root.pem",
        "",
        "# For all programs that use the system's certificates (Debian, Ubuntu), as root:",
        "cp monkeystore-root.pem /usr/local/share/ca-certificates/monkeystore.crt && update-ca-certificates",
        "",
        "# For one program, where it is started:",
        "export SSL_CERT_FILE=$PWD/monkeystore-root.pem        # Go, Ruby, OpenSSL; instead of the others",
        "export REQUESTS_CA_BUNDLE=$PWD/monkeystore-root.pem   # Python, requests; instead of the others",
        "export NODE_EXTRA_CA_CERTS=$PWD/monkeystore-root.pem  # Node.js",
        "php -d curl.cainfo=$PWD/monkeystore-root.pem -d openssl.cafile=$PWD/monkeystore-root.pem …",
        "keytool -importcert -noprompt -alias monkeystore -file monkeystore-root.pem -keystore trust.p12 -storepass changeit",
    ]
}
