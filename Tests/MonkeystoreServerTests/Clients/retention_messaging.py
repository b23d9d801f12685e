"""Sets retention messages up with Apple's own client, is asked for one as a developer's server is, and checks what a
customer is shown.

Reads one JSON object from standard input: {"address": text, "adminToken": text}. Makes stores for itself, and removes
them. Ends with 0 if everything is as it should be; else says on standard error what is not.
"""

import json
import ssl
import sys
import threading
import time
import urllib.request
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from appstoreserverlibrary.api_client import APIError, AppStoreServerAPIClient
from appstoreserverlibrary.jws_signature_creator import PromotionalOfferV2SignatureCreator
from appstoreserverlibrary.models.BulletPoint import BulletPoint
from appstoreserverlibrary.models.DefaultConfigurationRequest import DefaultConfigurationRequest
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.HeaderPosition import HeaderPosition
from appstoreserverlibrary.models.ImageSize import ImageSize
from appstoreserverlibrary.models.ImageState import ImageState
from appstoreserverlibrary.models.MessageState import MessageState
from appstoreserverlibrary.models.PerformanceTestRequest import PerformanceTestRequest
from appstoreserverlibrary.models.PerformanceTestStatus import PerformanceTestStatus
from appstoreserverlibrary.models.RealtimeUrlRequest import RealtimeUrlRequest
from appstoreserverlibrary.models.UploadMessageImage import UploadMessageImage
from appstoreserverlibrary.models.UploadMessageRequestBody import UploadMessageRequestBody
from appstoreserverlibrary.promotional_offer import PromotionalOfferSignatureCreator
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier
from server_api import png, refused

REQUEST = json.load(sys.stdin)
BUNDLE, APPLE = "com.example.app", 1234567890
OFFER = {"internalID": "1", "offerID": "half", "paymentMode": "free", "subscriptionPeriod": "P1W"}


def product(identifier, level, offers=[]):
    return {
        "productID": identifier, "type": "RecurringSubscription", "displayPrice": "4.99", "groupNumber": level,
        "recurringSubscriptionPeriod": "P1M", "adHocOffers": offers,
    }


CATALOGUE = {
    "version": {"major": 3, "minor": 0}, "products": [],
    "subscriptionGroups": [{"id": "G", "subscriptions": [product("gold", 1, [OFFER]), product("silver", 2)]}],
}


def ask(method, address, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": "Bearer " + REQUEST["adminToken"]}
    with urllib.request.urlopen(urllib.request.Request(address, data, headers, method=method)) as answer:
        text = answer.read()
        return json.loads(text) if text else None


class Server(ThreadingHTTPServer):
    """The developer's server, which answers with `choice`."""

    def __init__(self, verifier):
        self.verifier, self.choice, self.asked = verifier, {}, []
        super().__init__(("127.0.0.1", 0), Choose)
        threading.Thread(target=self.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server_port}/retention"


class Choose(BaseHTTPRequestHandler):
    def do_POST(self):
        payload = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["signedPayload"]
        self.server.asked.append(self.server.verifier.verify_and_decode_realtime_request(payload))
        body = json.dumps(self.server.choice).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class Store:
    def __init__(self, environment):
        made = ask("POST", REQUEST["address"] + "/stores", {
            "bundleIdentifier": BUNDLE, "appAppleIdentifier": APPLE, "catalogue": json.dumps(CATALOGUE),
            "accounts": [{"account": "jane", "password": "bananas for ever", "environment": environment.value}],
        })
        self.address, self.key, self.environment = made["address"], made["serverAPI"], environment
        root = ssl.PEM_cert_to_DER_cert(made["rootCertificate"])
        self.verifier = SignedDataVerifier([root], False, environment, BUNDLE, APPLE)
        self.api = AppStoreServerAPIClient(
            self.key["privateKey"].encode(), self.key["keyIdentifier"], self.key["issuer"], BUNDLE, environment)
        # There is no option for another host.
        self.api._base_url = self.address + ("" if environment == Environment.PRODUCTION else "/sandbox")
        bought = self.admin("POST", "purchases", {"account": "jane", "product": "silver"})
        self.original = bought["transactionIdentifier"]

    def admin(self, method, path, body=None):
        return ask(method, f"{self.address}/admin/v1/{path}", body)

    def page(self, **visit):
        # On a busy machine, the developer's server may miss the little time that it has.
        for _ in range(20):
            page = self.admin("POST", f"retention/subscriptions/{self.original}", visit)
            if page.get("question", {}).get("result") != "TIMED_OUT":
                break
        return page


def upload(store):
    """A picture, an icon, a message with both, and one without; returns the messages."""
    picture, icon, pictured, plain = [uuid.uuid4() for _ in range(4)]
    api = store.api
    api.upload_image(picture, png(3840, 160))
    api.upload_image(icon, png(1024, 1024), ImageSize.BULLET_POINT)
    refused(APIError.IMAGE_ALREADY_EXISTS, api.upload_image, picture, png(3840, 160))
    refused(APIError.INVALID_IMAGE, api.upload_image, uuid.uuid4(), png(64, 64), ImageSize.FULL_SIZE)
    api.upload_message(pictured, UploadMessageRequestBody(
        "Stay with the monkeys", "There are bananas.", UploadMessageImage(picture, "A monkey"), HeaderPosition.ABOVE_IMAGE,
        bulletPoints=[BulletPoint("Bananas", icon, "A banana")]))
    api.upload_message(plain, UploadMessageRequestBody("Stay", "Please."))
    refused(APIError.MESSAGE_ALREADY_EXISTS, api.upload_message, plain, UploadMessageRequestBody("Stay", "Please."))
    refused(APIError.IMAGE_IN_USE, api.delete_image, picture)
    images = {each.imageIdentifier: (each.imageState, each.imageSize) for each in api.get_image_list().imageIdentifiers}
    messages = {each.messageIdentifier: each.messageState for each in api.get_message_list().messageIdentifiers}
    sandbox = store.environment == Environment.SANDBOX
    state = ImageState.APPROVED if sandbox else ImageState.PENDING
    assert images == {picture: (state, ImageSize.FULL_SIZE), icon: (state, ImageSize.BULLET_POINT)}, images
    state = MessageState.APPROVED if sandbox else MessageState.PENDING
    assert messages == {pictured: state, plain: state}, messages
    return picture, icon, pictured, plain


def check_sandbox():
    store = Store(Environment.SANDBOX)
    api = store.api
    _, _, pictured, plain = upload(store)
    refused(APIError.DEFAULT_MESSAGE_NOT_FOUND, api.get_default_message, "silver", "en-US")
    api.configure_default_message("silver", "en-US", DefaultConfigurationRequest(plain))
    assert api.get_default_message("silver", "en-US").messageIdentifier == plain
    assert store.page() == {
        "source": "default", "messageIdentifier": str(plain), "message": {"header": "Stay", "body": "Please."}
    }, store.page()
    assert store.page(locale="de-DE") == {"source": "nothing"}, store.page(locale="de-DE")

    server = Server(store.verifier)
    refused(APIError.REALTIME_URL_NOT_FOUND, api.get_realtime_url)
    api.configure_realtime_url(RealtimeUrlRequest(server.url))
    assert api.get_realtime_url().realtimeURL == server.url
    server.choice = {"message": {"messageIdentifier": str(pictured)}}
    page = store.page(locale="de-DE")
    assert page["source"] == "realtime" and page["message"]["bulletPoints"][0]["text"] == "Bananas", page
    asked = server.asked[-1]
    assert (asked.originalTransactionId, asked.productId, asked.userLocale, asked.appAppleId) == (
        store.original, "silver", "de-DE", APPLE), asked

    server.choice = {"alternateProduct": {"messageIdentifier": str(plain), "productId": "gold"}}
    assert store.page()["productId"] == "gold", store.page()
    key = (store.key["privateKey"].encode(), store.key["keyIdentifier"])
    signature = PromotionalOfferV2SignatureCreator(*key, store.key["issuer"], BUNDLE).create_signature(
        "gold", "half", store.original)
    offer = {"messageIdentifier": str(plain), "promotionalOfferSignatureV2": signature}
    server.choice = {"promotionalOffer": offer}
    assert store.page()["offerIdentifier"] == "half", store.page()
    nonce, now = uuid.uuid4(), int(time.time() * 1000)
    old = {
        "encodedSignature": PromotionalOfferSignatureCreator(*key, BUNDLE).create_signature(
            "gold", "half", "", nonce, now),
        "productId": "gold", "offerIdentifier": "half", "nonce": str(nonce), "timestamp": now, "keyId": key[1],
    }
    server.choice = {"promotionalOffer": {"messageIdentifier": str(plain), "promotionalOfferSignatureV1": old}}
    assert store.page()["offerIdentifier"] == "half", store.page()
    old["timestamp"] += 1
    page = store.page()
    assert page["source"] == "default" and "signature" in page["question"]["problem"], page

    begun = api.initiate_performance_test(PerformanceTestRequest(store.original))
    while True:
        test = api.get_performance_test_results(begun.requestId)
        if test.result != PerformanceTestStatus.PENDING:
            break
    # Whether it is fast enough is this machine's.
    assert test.config == begun.config and test.target == server.url and test.numPending == 0, test
    assert test.successRate + 5 * sum((test.rawFailures or {}).values()) == 100, test
    if "--passes" in sys.argv:
        assert test.result == PerformanceTestStatus.PASS, test
    api.delete_realtime_url()
    api.delete_default_message("silver", "en-US")
    api.delete_message(pictured)
    refused(APIError.MESSAGE_NOT_FOUND, api.delete_message, pictured)
    ask("DELETE", store.address)


def check_production():
    store = Store(Environment.PRODUCTION)
    picture, icon, pictured, plain = upload(store)
    wanted = DefaultConfigurationRequest(pictured)
    refused(APIError.MESSAGE_NOT_APPROVED, store.api.configure_default_message, "silver", "en-US", wanted)
    store.admin("PUT", f"retention/messages/{pictured}/state", {"state": "APPROVED"})
    refused(APIError.IMAGE_NOT_APPROVED, store.api.configure_default_message, "silver", "en-US", wanted)
    for image in [picture, icon]:
        store.admin("PUT", f"retention/images/{image}/state", {"state": "APPROVED"})
    store.api.configure_default_message("silver", "en-US", wanted)
    assert store.page()["messageIdentifier"] == str(pictured), store.page()
    refused(APIError.FORBIDDEN_NO_PASSING_TEST, store.api.configure_realtime_url,
            RealtimeUrlRequest("https://example.com/retention"))
    ask("DELETE", store.address)


check_sandbox()
check_production()
