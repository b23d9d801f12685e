"""Has clients as they are ask a store under the names of Apple's servers, with online checks, and checks the answers.

To be run in namespaces of its own (unshare --user --map-root-user --mount --net), where it makes the names known and
starts the server. Arguments: the program monkeystore-server, and an empty folder. Ends with 0 if everything is as it should be;
else says on standard error what is not.
"""

import base64
import fcntl
import json
import os
import socket
import struct
import subprocess
import sys
import urllib.error
import urllib.request

import requests
from appstoreserverlibrary.api_client import AppStoreServerAPIClient
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException

import server_api
import verify_receipt

ADDRESS = "http://127.0.0.1:8080"
BUNDLE = "com.example.app"
SECOND_BUNDLE = "com.example.second"
APPLE_IDENTIFIER = 1234567890
PRODUCT = "com.xamarin.storekit.testing.consume5credits"


def bring_loopback_up():
    with socket.socket() as any_socket:
        # SIOCSIFFLAGS, IFF_UP and IFF_RUNNING.
        fcntl.ioctl(any_socket, 0x8914, struct.pack("16sH14x", b"lo", 0x1 | 0x40))


class Store:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.application = os.path.join(folder, "monkeystore.json")
        self.second = os.path.join(folder, "second.json")
        self.data = os.path.join(folder, "store")
        for path, bundle in [(self.application, BUNDLE), (self.second, SECOND_BUNDLE)]:
            with open(path, "w") as file:
                json.dump({"bundleIdentifier": bundle, "appAppleIdentifier": APPLE_IDENTIFIER}, file)

    def run(self, *arguments):
        return subprocess.run([self.program, *arguments], check=True, capture_output=True).stdout

    def own(self, command, *arguments):
        return self.run(command, "--app", self.application, "--data-dir", self.data, *arguments)

    def make_known(self):
        """The names, and the root for the clients, which use requests."""
        hosts = os.path.join(self.folder, "hosts")
        with open(hosts, "wb") as file:
            file.write(b"127.0.0.1 localhost\n" + self.run("hosts"))
        subprocess.run(["mount", "--bind", hosts, "/etc/hosts"], check=True)
        root = os.path.join(self.folder, "root.pem")
        with open(root, "wb") as file:
            file.write(self.own("root"))
        os.environ["REQUESTS_CA_BUNDLE"] = root

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "--app", self.application, "--app", self.second, "--data-dir", self.data, "--apple-names"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        # The last lines of its greeting, in any order.
        missing = {"Apple's names": True, "OCSP": True, "  receipts": True}
        while missing:
            line = self.process.stdout.readline()
            assert line, "the server ended"
            for start in [start for start in missing if line.startswith(start)]:
                del missing[start]
        with open(os.path.join(self.data, "admin-token")) as file:
            self.token = file.read().strip()

    def stop(self):
        self.process.terminate()
        assert self.process.wait() == 0

    def post(self, path, body):
        request = urllib.request.Request(
            ADDRESS + path, method="POST", data=json.dumps(body).encode(),
            headers={"Authorization": "Bearer " + self.token})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def customer(self, name, environment, count):
        """An account, and purchases of it."""
        self.post("/admin/v1/accounts", {"account": name, "password": "bananas for ever", "environment": environment})
        return [self.post("/admin/v1/purchases", {"account": name, "product": PRODUCT}) for _ in range(count)]


def order(transaction):
    """The order of a transaction: MS, and the number of the payment with the digits and the letters."""
    number, digits = int(transaction) - 2_000_000_000_000_000, ""
    while number:
        number, digit = divmod(number, 36)
        digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[digit] + digits
    return "MS" + digits.rjust(8, "0")


def refusal(verifier, signed):
    try:
        verifier.verify_and_decode_signed_transaction(signed)
    except VerificationException as error:
        return error.status.name
    return None


def check_server_api(store, purchases, environment, root):
    issuer, identifier, path = store.own("api-key").decode().split("\n")[:3]
    with open(path) as file:
        key = file.read()
    transactions = [purchase["transactionIdentifier"] for purchase in purchases]
    server_api.check({
        "names": True, "address": ADDRESS, "environment": environment, "root": base64.b64encode(root),
        "bundleIdentifier": BUNDLE, "appAppleIdentifier": APPLE_IDENTIFIER, "issuerIdentifier": issuer,
        "keyIdentifier": identifier, "key": key, "transactions": transactions, "order": order(transactions[0]),
        "adminToken": store.token})


def check_receipts(store, sandbox, production):
    verify_receipt.check({
        "sandbox": sandbox[-1]["receiptData"], "production": production[-1]["receiptData"],
        "secret": store.own("shared-secret").decode().strip(),
        "transactions": {
            "sandbox": [purchase["transactionIdentifier"] for purchase in sandbox],
            "production": [purchase["transactionIdentifier"] for purchase in production]}})


def check_revocation(store, purchase, root):
    """Only who asks online learns that a leaf was revoked; where nobody answers the library cannot say."""
    path = f"/admin/v1/purchases/{purchase['transactionIdentifier']}/forgeries/revoked-leaf"
    forged = store.post(path, {})["signedTransactionInfo"]
    online, offline = [SignedDataVerifier([root], checks, Environment.SANDBOX, BUNDLE) for checks in [True, False]]
    signed = purchase["signedTransactionInfo"]
    assert [refusal(online, signed), refusal(offline, signed)] == [None, None]
    assert refusal(online, forged) == "VERIFICATION_FAILURE" and refusal(offline, forged) is None
    return lambda: refusal(SignedDataVerifier([root], True, Environment.SANDBOX, BUNDLE), signed)


def check_test_store(store, root):
    """A store of a test is found by its key, and by its shared secret."""
    new = store.post("/stores", {"accounts": [{"account": "joe", "password": "bananas for ever"}]})
    bought = store.post(
        f"/stores/{new['identifier']}/admin/v1/purchases", {"account": "joe", "product": PRODUCT})
    key = new["serverAPI"]
    api = AppStoreServerAPIClient(
        key["privateKey"].encode(), key["keyIdentifier"], key["issuer"], BUNDLE, Environment.SANDBOX)
    signed = api.get_transaction_info(bought["transactionIdentifier"]).signedTransactionInfo
    verifier = SignedDataVerifier([root], True, Environment.SANDBOX, BUNDLE)
    assert verifier.verify_and_decode_signed_transaction(signed).transactionId == bought["transactionIdentifier"]
    answer = requests.post("https://sandbox.itunes.apple.com/verifyReceipt", json={
        "receipt-data": bought["receiptData"], "password": new["sharedSecret"]}).json()
    assert answer["status"] == 0, answer


def check_second_application(store, root):
    """Another application of the server is found by the token, and by the receipt."""
    prefix, data = "/apps/" + SECOND_BUNDLE, os.path.join(store.data, "apps", SECOND_BUNDLE)
    store.post(
        prefix + "/admin/v1/accounts", {"account": "ann", "password": "bananas for ever", "environment": "Sandbox"})
    bought = store.post(prefix + "/admin/v1/purchases", {"account": "ann", "product": PRODUCT})
    own = ["--app", store.second, "--data-dir", data]
    issuer, identifier, path = store.run("api-key", *own).decode().split("\n")[:3]
    with open(path) as file:
        key = file.read().encode()
    api = AppStoreServerAPIClient(key, identifier, issuer, SECOND_BUNDLE, Environment.SANDBOX)
    signed = api.get_transaction_info(bought["transactionIdentifier"]).signedTransactionInfo
    verifier = SignedDataVerifier([root], True, Environment.SANDBOX, SECOND_BUNDLE)
    assert verifier.verify_and_decode_signed_transaction(signed).transactionId == bought["transactionIdentifier"]
    answer = requests.post("https://sandbox.itunes.apple.com/verifyReceipt", json={
        "receipt-data": bought["receiptData"], "password": store.run("shared-secret", *own).decode().strip()}).json()
    assert (answer["status"], answer["receipt"]["bundle_id"]) == (0, SECOND_BUNDLE), answer


def check_names():
    """What is not there under a name, and a name that is not Apple's."""
    for url, status in [
        ("https://api.storekit.apple.com/verifyReceipt", 404), ("https://api.storekit.apple.com/", 404),
        ("https://api.storekit.apple.com/sandbox/inApps/v1/transactions/1", 404),
        ("https://api.storekit.apple.com/store/v1/accounts", 404),
        ("https://api.storekit.apple.com/inApps/v1/transactions/1", 401),
        ("https://api.storekit.itunes.apple.com/inApps/v1/transactions/1", 401),
        ("https://api.storekit-sandbox.itunes.apple.com/inApps/v1/transactions/1", 401),
        ("https://buy.itunes.apple.com/inApps/v1/transactions/1", 404),
    ]:
        answer = requests.get(url)
        assert answer.status_code == status, (url, answer.status_code, answer.text)
    answer = requests.get("https://buy.itunes.apple.com/verifyReceipt", headers={"Host": "www.example.com"})
    assert answer.status_code == 421 and "api.storekit.apple.com" in answer.json()["message"], answer.text
    # The environment is where the name says, whatever the body is.
    answer = requests.post("https://sandbox.itunes.apple.com:443/verifyReceipt", data="{}")
    assert answer.json() == {"status": 21002}, answer.text


def main():
    bring_loopback_up()
    store = Store(*sys.argv[1:])
    store.make_known()
    store.start()
    try:
        root = store.own("root", "--der")
        sandbox = store.customer("jane", "Sandbox", 3)
        production = store.customer("joe", "Production", 3)
        check_names()
        # First: the calls of the server API finish and change purchases.
        check_receipts(store, sandbox, production)
        later = check_revocation(store, sandbox[0], root)
        check_test_store(store, root)
        check_second_application(store, root)
        check_server_api(store, sandbox, "Sandbox", root)
        check_server_api(store, production, "Production", root)
    finally:
        store.stop()
    assert later() == "RETRYABLE_VERIFICATION_FAILURE"


if __name__ == "__main__":
    main()
