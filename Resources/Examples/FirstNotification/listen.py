"""A developer's server in its smallest form: takes notifications, verifies them with Apple's library, and prints them.

    python listen.py ROOT.pem [PORT [BUNDLE-ID]]
"""

import json
import ssl
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException

if not 2 <= len(sys.argv) <= 4:
    sys.exit(__doc__)
with open(sys.argv[1]) as file:
    root = ssl.PEM_cert_to_DER_cert(file.read())
port = int(sys.argv[2]) if len(sys.argv) > 2 else 9000
bundle = sys.argv[3] if len(sys.argv) > 3 else "com.example.app"
verifier = SignedDataVerifier([root], False, Environment.SANDBOX, bundle)


class Listener(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        try:
            notification = verifier.verify_and_decode_notification(body["signedPayload"])
            signed = notification.data and notification.data.signedTransactionInfo
            # A notification of type TEST is about no transaction.
            product = verifier.verify_and_decode_signed_transaction(signed).productId if signed else "-"
            print("verified:", notification.notificationType.value, product, flush=True)
            status = 200
        except VerificationException as error:
            print("refused:", error.status.name, flush=True)
            status = 400
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


server = HTTPServer(("127.0.0.1", port), Listener)
print("listening on port", server.server_port, flush=True)
server.serve_forever()
