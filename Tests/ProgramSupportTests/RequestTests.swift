import CSSHHost
import StoreModel
import Testing

@testable import monkeystore_ssh

/// The checks of requests from the process of a connection, which an attacker may control.
@Suite("Requests of a connection")
struct RequestTests {
    private func request(fingerprint: String = "", variables: [String] = []) -> csh_request {
        var request = csh_request()
        withUnsafeMutableBytes(of: &request.fingerprint) {
            $0.copyBytes(from: fingerprint.utf8.prefix($0.count))
        }
        withUnsafeMutableBytes(of: &request.variables) { bytes in
            for (index, variable) in variables.enumerated() {
                let slot = bytes[(index * 64)..<(index * 64 + 64)]
                UnsafeMutableRawBufferPointer(rebasing: slot).copyBytes(from: variable.utf8.prefix(64))
            }
        }
        return request
    }

    @Test
    func
        `what describes a terminal and a language is passed on, and nothing that a linker or a library would read`()
    {
        let good = ["TERM=xterm-256color", "LANG=it_IT.UTF-8", "LC_ALL=C", "NO_COLOR="]
        #expect(request(variables: good).environment == good)
        let bad = [
            "LD_PRELOAD=/proc/1/fd/9", "LD_AUDIT=x", "SWIFT_BACKTRACE=enable=yes", "TERM=/etc/passwd",
            "LANG=a b",
            "TERM",
            "=x",
        ]
        #expect(request(variables: bad).environment == [])
        // A variable that fills its place has no terminator.
        #expect(
            request(variables: ["TERM=" + String(repeating: "x", count: 80), "LANG=C"]).environment.count == 2
        )
    }

    @Test func `a fingerprint is one, or the visitor is a guest`() {
        let fingerprint = "SHA256:i/HeuBV2/9v547RP39ZsOJOVFIJueV2UjbFRf5lHdLo"
        #expect(request(fingerprint: fingerprint).visitor?.rawValue == fingerprint)
        for other in [
            "", "SHA256:", "SHA256:../../../../../../../../../../../../../../etc", fingerprint + "x", "MD5:x",
            "SHA256:i.HeuBV2.9v547RP39ZsOJOVFIJueV2UjbFRf5lHdLo", VisitorName.newGuest().rawValue,
        ] {
            #expect(request(fingerprint: other).visitor == nil)
        }
    }
}
