"""Apple's client in Python at a store of this test's own: no root rights, no port 443, no /etc/hosts.

    pip install app-store-server-library
    python first_request.py http://127.0.0.1:8080 ADMIN-TOKEN
"""

import base64
import json
import sys
import urllib.error
import urllib.request

from appstoreserverlibrary.api_client import AppStoreServerAPIClient
from appstoreserverlibrary.models.Environment import Environment

if len(sys.argv) != 3:
    sys.exit(__doc__)
SERVER, TOKEN = sys.argv[1:]
BUNDLE = "com.example.app"


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
try:
    bought = ask("POST", f"/stores/{store['identifier']}/admin/v1/purchases", {
        "account": "jane", "product": "com.xamarin.storekit.testing.consume5credits"})

    key = store["serverAPI"]
    client = AppStoreServerAPIClient(
        key["privateKey"].encode(), key["keyIdentifier"], key["issuer"], BUNDLE, Environment.SANDBOX)
    client._base_url = store["address"] + "/sandbox"  # The one line.

    answer = client.get_transaction_info(bought["transactionIdentifier"])
    payload = answer.signedTransactionInfo.split(".")[1]
    print("asked:", json.loads(base64.urlsafe_b64decode(payload + "=="))["productId"])
finally:
    ask("DELETE", "/stores/" + store["identifier"])
