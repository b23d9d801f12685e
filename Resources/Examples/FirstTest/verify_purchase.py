"""A first test in Python: a store of its own, a purchase, and forgeries, verified with Apple's library.

    pip install app-store-server-library
    python verify_purchase.py http://127.0.0.1:8080 ADMIN-TOKEN
"""

import json
import ssl
import sys
import urllib.error
import urllib.request

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException

if len(sys.argv) != 3:
    sys.exit(__doc__)
SERVER, TOKEN = sys.argv[1:]
BUNDLE = "com.example.app"
FORGERIES = [
    "foreign-root", "two-certificates", "expired-leaf", "changed-payload", "wrong-bundle", "no-marker",
    "other-environment", "alg-none", "intermediate-no-ca",
]


def ask(method, path, body=None):
    request = urllib.request.Request(
        SERVER + path, method=method, headers={"Authorization": "Bearer " + TOKEN},
        data=None if body is None else json.dumps(body).encode())
    try:
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read() or "null")
    except urllib.error.HTTPError as error:
        sys.exit(error.read().decode())


store = ask("POST", "/stores", {
    "bundleIdentifier": BUNDLE, "accounts": [{"account": "jane", "password": "bananas for ever"}]})
admin = f"/stores/{store['identifier']}/admin/v1"
try:
    root = ssl.PEM_cert_to_DER_cert(store["rootCertificate"])
    verifier = SignedDataVerifier([root], False, Environment.SANDBOX, BUNDLE)
    bought = ask("POST", admin + "/purchases", {
        "account": "jane", "product": "com.xamarin.storekit.testing.consume5credits"})
    transaction = verifier.verify_and_decode_signed_transaction(bought["signedTransactionInfo"])
    print("verified:", transaction.productId)
    for forgery in FORGERIES:
        forged = ask("POST", f"{admin}/purchases/{transaction.transactionId}/forgeries/{forgery}")
        try:
            verifier.verify_and_decode_signed_transaction(forged["signedTransactionInfo"])
            sys.exit(forgery + " was not refused")
        except VerificationException:
            pass
    print("refused:", len(FORGERIES), "forgeries")
finally:
    ask("DELETE", "/stores/" + store["identifier"])
