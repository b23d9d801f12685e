"""A hundred tests of a developer's server, each with a store of its own. Run it with pytest, in parallel if you like:

    MONKEYSTORE=http://127.0.0.1:8080 MONKEYSTORE_ADMIN_TOKEN=… python -m pytest -n 4 test_stores.py

Each test uses the same names, keys and products as all others, and moves the clock of its own store.
"""

import json
import os
import ssl
import urllib.request

import pytest
from appstoreserverlibrary.api_client import AppStoreServerAPIClient, GetTransactionHistoryVersion
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.TransactionHistoryRequest import TransactionHistoryRequest
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier

SERVER = os.environ["MONKEYSTORE"]
ADMIN = os.environ["MONKEYSTORE_ADMIN_TOKEN"]
PRODUCT = "com.xamarin.storekit.testing.consume5credits"
DAY = 86_400_000


def ask(method, address, body=None, token=ADMIN):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data=data, method=method, headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request) as answer:
        text = answer.read()
        return json.loads(text) if text else None


class Store:
    def __init__(self, **options):
        made = ask("POST", f"{SERVER}/stores", options)
        self.address = made["address"]
        self.application = made["bundleIdentifier"]
        root = ssl.PEM_cert_to_DER_cert(made["rootCertificate"])
        self.verifier = SignedDataVerifier([root], False, Environment.SANDBOX, self.application)
        key = made["serverAPI"]
        self.api = AppStoreServerAPIClient(
            key["privateKey"].encode(), key["keyIdentifier"], key["issuer"], self.application, Environment.SANDBOX)
        # There is no option for another host.
        self.api._base_url = self.address + "/sandbox"

    def admin(self, method, path, body=None):
        return ask(method, f"{self.address}/admin/v1/{path}", body)

    def sign_in(self, name):
        account = {"account": name, "password": "bananas for ever"}
        return ask("POST", f"{self.address}/store/v1/accounts", account, token="")["token"]

    def buy(self, customer, key):
        purchase = {"key": key, "productIdentifier": PRODUCT, "quantity": 1}
        outcome = ask("POST", f"{self.address}/store/v1/purchases", purchase, token=customer)
        return self.verifier.verify_and_decode_signed_transaction(outcome["result"]["signedTransaction"])

    def history(self, transaction):
        answer = self.api.get_transaction_history(
            transaction, None, TransactionHistoryRequest(), GetTransactionHistoryVersion.V2)
        return [self.verifier.verify_and_decode_signed_transaction(each) for each in answer.signedTransactions]


@pytest.fixture
def store():
    store = Store(bundleIdentifier="com.example.app")
    yield store
    ask("DELETE", store.address)


@pytest.mark.parametrize("number", range(100))
def test_own_purchases_clock_and_refund(store, number):
    store.admin("POST", "clock", {"advanceMilliseconds": number * DAY})
    jane = store.sign_in("jane")
    bought = [store.buy(jane, f"purchase {each}") for each in range(number % 4 + 1)]
    assert {each.bundleId for each in bought} == {"com.example.app"}

    store.admin("POST", f"purchases/{bought[0].transactionId}/refund")
    # What changed last comes last.
    history = store.history(bought[0].transactionId)
    assert [each.transactionId for each in history] == [each.transactionId for each in bought[1:] + bought[:1]]
    assert [each.revocationDate is not None for each in history] == [False] * (len(bought) - 1) + [True]
    assert len(store.admin("GET", "purchases")) == len(bought)

    # Nobody else moved this clock.
    assert store.admin("GET", "settings")["clockOffsetMilliseconds"] == number * DAY
    assert [each["name"] for each in store.admin("GET", "accounts") if "name" in each] == ["jane"]

    # What joe buys has the dates of his own clock.
    joe = store.sign_in("joe")
    date = store.admin("POST", "accounts/joe/clock", {"advanceMilliseconds": DAY, "isFrozen": True})["date"]
    assert store.buy(joe, "purchase 0").purchaseDate == date - date % 1000
    assert store.buy(jane, "one more").purchaseDate < date
