"""Asks a store every question of the App Store Server API, with Apple's own client, and checks the answers.

Reads one JSON object from standard input:

    {"address": text, "environment": "Sandbox" or "Production", "root": base64 of the DER, "bundleIdentifier": text,
     "appAppleIdentifier": number, "keyIdentifier": text, "issuerIdentifier": text, "key": PEM,
     "transactions": [two or more numbers of one customer, all unfinished], "order": the order of the first,
     "adminToken": text, "names": true where the store answers under the names of Apple's servers, and online checks}

Ends with 0 if everything is as it should be; else says on standard error what is not.
"""

import base64
import json
import struct
import sys
import threading
import time
import urllib.request
import uuid
import zlib
from http.server import BaseHTTPRequestHandler, HTTPServer

from appstoreserverlibrary.api_client import (
    APIError, APIException, AppStoreServerAPIClient, GetTransactionHistoryVersion,
)
from appstoreserverlibrary.models.AccountTenure import AccountTenure
from appstoreserverlibrary.models.ConsumptionRequest import ConsumptionRequest
from appstoreserverlibrary.models.ConsumptionRequestV1 import ConsumptionRequestV1
from appstoreserverlibrary.models.ConsumptionStatus import ConsumptionStatus
from appstoreserverlibrary.models.DefaultConfigurationRequest import DefaultConfigurationRequest
from appstoreserverlibrary.models.DeliveryStatus import DeliveryStatus
from appstoreserverlibrary.models.DeliveryStatusV1 import DeliveryStatusV1
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.ExtendReasonCode import ExtendReasonCode
from appstoreserverlibrary.models.ExtendRenewalDateRequest import ExtendRenewalDateRequest
from appstoreserverlibrary.models.ImageSize import ImageSize
from appstoreserverlibrary.models.InAppOwnershipType import InAppOwnershipType
from appstoreserverlibrary.models.LifetimeDollarsPurchased import LifetimeDollarsPurchased
from appstoreserverlibrary.models.LifetimeDollarsRefunded import LifetimeDollarsRefunded
from appstoreserverlibrary.models.MassExtendRenewalDateRequest import MassExtendRenewalDateRequest
from appstoreserverlibrary.models.NotificationHistoryRequest import NotificationHistoryRequest
from appstoreserverlibrary.models.NotificationTypeV2 import NotificationTypeV2
from appstoreserverlibrary.models.OrderLookupStatus import OrderLookupStatus
from appstoreserverlibrary.models.PerformanceTestRequest import PerformanceTestRequest
from appstoreserverlibrary.models.Platform import Platform
from appstoreserverlibrary.models.PlayTime import PlayTime
from appstoreserverlibrary.models.RealtimeUrlRequest import RealtimeUrlRequest
from appstoreserverlibrary.models.RefundPreference import RefundPreference
from appstoreserverlibrary.models.SendAttemptResult import SendAttemptResult
from appstoreserverlibrary.models.Status import Status
from appstoreserverlibrary.models.TransactionHistoryRequest import Order, ProductType, TransactionHistoryRequest
from appstoreserverlibrary.models.UpdateAppAccountTokenRequest import UpdateAppAccountTokenRequest
from appstoreserverlibrary.models.UploadMessageRequestBody import UploadMessageRequestBody
from appstoreserverlibrary.models.UserStatus import UserStatus
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier

UNKNOWN = "2000000999999999"
SUBSCRIPTION = "com.xamarin.storekit.testing.monthlybunch"
TOKEN = "7e3fb20b-4cdb-47cc-936d-99d65f608138"


def refused(expected, ask, *arguments):
    """The question must be refused with this error of Apple's."""
    try:
        answer = ask(*arguments)
    except APIException as exception:
        assert exception.api_error == expected, f"{ask.__name__}{arguments}: {exception.raw_api_error}, not {expected}"
        assert exception.http_status_code == expected.value // 10000, exception.http_status_code
        assert exception.error_message, "no errorMessage"
        return
    raise AssertionError(f"{ask.__name__}{arguments} was answered: {answer}")


def client(request, environment, **changes):
    parts = {name: request[name] for name in ["key", "keyIdentifier", "issuerIdentifier", "bundleIdentifier"]} | changes
    client = AppStoreServerAPIClient(
        parts["key"].encode(), parts["keyIdentifier"], parts["issuerIdentifier"], parts["bundleIdentifier"], environment)
    if not request.get("names"):
        # There is no option for another host.
        client._base_url = request["address"] + ("" if environment == Environment.PRODUCTION else "/sandbox")
    return client


def check_transactions(api, verifier, request):
    first, second = request["transactions"][:2]
    info = verifier.verify_and_decode_signed_transaction(api.get_transaction_info(first).signedTransactionInfo)
    assert info.transactionId == first and info.originalTransactionId == first, info
    refused(APIError.TRANSACTION_ID_NOT_FOUND, api.get_transaction_info, UNKNOWN)
    refused(APIError.INVALID_TRANSACTION_ID, api.get_transaction_info, "abc")
    refused(APIError.APP_TRANSACTION_ID_NOT_SUPPORTED_ERROR, api.get_transaction_info, info.appTransactionId)

    order = api.look_up_order_id(request["order"])
    if request["environment"] == "Production":
        assert order.status == OrderLookupStatus.VALID, order
        assert verifier.verify_and_decode_signed_transaction(order.signedTransactions[0]).transactionId == first
    else:
        assert order.status == OrderLookupStatus.INVALID and order.signedTransactions is None, order
    wrong = api.look_up_order_id("W002182")
    assert wrong.status == OrderLookupStatus.INVALID and wrong.signedTransactions is None, wrong

    download = verifier.verify_and_decode_app_transaction(api.get_app_transaction_info(first).signedAppTransactionInfo)
    assert download.appTransactionId == info.appTransactionId, download
    refused(APIError.TRANSACTION_ID_NOT_FOUND, api.get_app_transaction_info, UNKNOWN)

    api.set_app_account_token(second, UpdateAppAccountTokenRequest(TOKEN))
    changed = verifier.verify_and_decode_signed_transaction(api.get_transaction_info(second).signedTransactionInfo)
    assert changed.appAccountToken == TOKEN, changed
    refused(APIError.ORIGINAL_TRANSACTION_ID_NOT_FOUND, api.set_app_account_token, UNKNOWN,
            UpdateAppAccountTokenRequest(TOKEN))
    refused(APIError.INVALID_APP_ACCOUNT_TOKEN_UUID_ERROR, api.set_app_account_token, second,
            UpdateAppAccountTokenRequest("x"))
    return info


def check_histories(api, verifier, request, info):
    for version in [GetTransactionHistoryVersion.V1, GetTransactionHistoryVersion.V2]:
        for identifier in [request["transactions"][0], info.appTransactionId]:
            answer = api.get_transaction_history(identifier, None, TransactionHistoryRequest(), version)
            found = [verifier.verify_and_decode_signed_transaction(each) for each in answer.signedTransactions]
            assert [each.transactionId for each in found] == request["transactions"], found
            assert answer.revision and answer.hasMore is False, answer
            again = api.get_transaction_history(identifier, answer.revision, TransactionHistoryRequest(), version)
            assert again.signedTransactions == [], again

    everything = TransactionHistoryRequest(
        startDate=0, endDate=info.purchaseDate + 1, productIds=[info.productId, "a b&c"],
        productTypes=[ProductType.CONSUMABLE, ProductType.NON_CONSUMABLE], sort=Order.DESCENDING,
        inAppOwnershipType=InAppOwnershipType.PURCHASED, revoked=False)
    answer = api.get_transaction_history(
        request["transactions"][0], None, everything, GetTransactionHistoryVersion.V2)
    # Purchases of one second have the same date.
    wanted = [each for each in found if each.productId == info.productId and each.purchaseDate <= info.purchaseDate]
    assert len(answer.signedTransactions) == len(wanted) > 0, answer
    nothing = TransactionHistoryRequest(revoked=True)
    answer = api.get_transaction_history(request["transactions"][0], None, nothing, GetTransactionHistoryVersion.V2)
    assert answer.signedTransactions == [], answer
    refused(APIError.INVALID_REQUEST_REVISION, api.get_transaction_history, request["transactions"][0], "x",
            TransactionHistoryRequest(), GetTransactionHistoryVersion.V2)

    refunds = api.get_refund_history(request["transactions"][0], None)
    assert refunds.signedTransactions == [] and refunds.hasMore is False and refunds.revision, refunds


def check_consumption(api, request):
    first = request["transactions"][0]
    report = ConsumptionRequest(True, False, DeliveryStatus.DELIVERED, 50000, RefundPreference.GRANT_PRORATED)
    api.send_consumption_information(first, report)
    refused(APIError.INVALID_CUSTOMER_CONSENTED, api.send_consumption_information, first,
            ConsumptionRequest(False, False, DeliveryStatus.DELIVERED))
    fields = {
        "customerConsented": True, "sampleContentProvided": False, "appAccountToken": TOKEN,
        "consumptionStatus": ConsumptionStatus.FULLY_CONSUMED, "platform": Platform.APPLE,
        "deliveryStatus": DeliveryStatusV1.DELIVERED_AND_WORKING_PROPERLY,
        "accountTenure": AccountTenure.UNDECLARED, "playTime": PlayTime.UNDECLARED,
        "lifetimeDollarsRefunded": LifetimeDollarsRefunded.UNDECLARED,
        "lifetimeDollarsPurchased": LifetimeDollarsPurchased.UNDECLARED, "userStatus": UserStatus.ACTIVE,
    }
    api.send_consumption_data(first, ConsumptionRequestV1(**fields))
    refused(APIError.INVALID_PLAY_TIME, api.send_consumption_data, first,
            ConsumptionRequestV1(**fields | {"playTime": None}))
    refused(APIError.INVALID_CUSTOMER_CONSENTED, api.send_consumption_data, first, ConsumptionRequestV1())


def check_subscriptions(api, request):
    first = request["transactions"][0]
    statuses = api.get_all_subscription_statuses(first, [Status.ACTIVE, Status.EXPIRED])
    assert statuses.data == [] and statuses.bundleId == request["bundleIdentifier"], statuses
    extending = ExtendRenewalDateRequest(45, ExtendReasonCode.CUSTOMER_SATISFACTION, "r-1")
    refused(APIError.SUBSCRIPTION_EXTENSION_INELIGIBLE, api.extend_subscription_renewal_date, first, extending)
    refused(APIError.ORIGINAL_TRANSACTION_ID_NOT_FOUND, api.extend_subscription_renewal_date, UNKNOWN, extending)
    refused(APIError.INVALID_EXTEND_BY_DAYS, api.extend_subscription_renewal_date, first,
            ExtendRenewalDateRequest(91, ExtendReasonCode.OTHER, "r-1"))
    refused(APIError.INVALID_PRODUCT_ID, api.extend_renewal_date_for_all_active_subscribers,
            MassExtendRenewalDateRequest(45, ExtendReasonCode.OTHER, TOKEN, ["USA"], "p"))
    refused(APIError.STATUS_REQUEST_NOT_FOUND, api.get_status_of_subscription_renewal_date_extensions, TOKEN, "p")
    refused(APIError.INVALID_REQUEST_IDENTIFIER, api.get_status_of_subscription_renewal_date_extensions, "r-1", "p")


class Listener(BaseHTTPRequestHandler):
    """Takes notifications."""

    taken = []

    def do_POST(self):
        assert self.headers["Content-Type"] == "application/json", self.headers
        Listener.taken.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


def listen(request):
    """Has the notifications of the environment sent here."""
    Listener.taken.clear()
    server = HTTPServer(("127.0.0.1", 0), Listener)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/notifications"
    urllib.request.urlopen(urllib.request.Request(
        request["address"] + "/admin/v1/notifications", method="PUT",
        data=json.dumps({request["environment"].lower(): address}).encode(),
        headers={"Authorization": "Bearer " + request["adminToken"]}))


def check_notifications(api, verifier, request):
    refused(APIError.SERVER_NOTIFICATION_URL_NOT_FOUND, api.request_test_notification)
    listen(request)
    now = int(time.time() * 1000)
    token = api.request_test_notification().testNotificationToken
    while True:
        try:
            status = api.get_test_notification_status(token)
            break
        except APIException as exception:
            assert exception.api_error == APIError.TEST_NOTIFICATION_NOT_FOUND, exception.raw_api_error
    assert [attempt.sendAttemptResult for attempt in status.sendAttempts] == [SendAttemptResult.SUCCESS], status
    test = verifier.verify_and_decode_notification(status.signedPayload)
    assert test.notificationType == NotificationTypeV2.TEST and test.version == "2.0", test
    assert Listener.taken == [{"signedPayload": status.signedPayload}], Listener.taken
    refused(APIError.INVALID_TEST_NOTIFICATION_TOKEN, api.get_test_notification_status, "x")

    day = 24 * 3600 * 1000
    history = api.get_notification_history(None, NotificationHistoryRequest(
        startDate=now - day, endDate=now + day, notificationType=NotificationTypeV2.TEST))
    assert history.hasMore is False and len(history.notificationHistory) == 1, history
    refused(APIError.INVALID_START_DATE, api.get_notification_history, None, NotificationHistoryRequest())
    refused(APIError.INVALID_PAGINATION_TOKEN, api.get_notification_history, "x",
            NotificationHistoryRequest(startDate=now - day, endDate=now))


def png(width, height):
    """A picture, all black."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress((b"\0" + b"\0\0\0" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def check_retention_messages(api, request, environment):
    """Each call once; retention_messaging.py has the rest."""
    image, message, sandbox = uuid.uuid4(), uuid.uuid4(), environment == Environment.SANDBOX
    api.upload_image(image, png(1024, 1024), ImageSize.BULLET_POINT)
    assert [each.imageIdentifier for each in api.get_image_list().imageIdentifiers] == [image]
    api.upload_message(message, UploadMessageRequestBody("Stay", "Please."))
    assert [each.messageIdentifier for each in api.get_message_list().messageIdentifiers] == [message]
    default, url = DefaultConfigurationRequest(message), RealtimeUrlRequest("https://example.com/retention")
    if sandbox:
        api.configure_default_message(SUBSCRIPTION, "en-US", default)
        assert api.get_default_message(SUBSCRIPTION, "en-US").messageIdentifier == message
        api.configure_realtime_url(url)
        assert api.get_realtime_url().realtimeURL == url.realtimeURL
        api.delete_realtime_url()
        refused(APIError.INVALID_PERFORMANCE_TEST_REQUEST, api.initiate_performance_test,
                PerformanceTestRequest(request["transactions"][0]))
        refused(APIError.PERFORMANCE_TEST_RUN_NOT_FOUND, api.get_performance_test_results, str(uuid.uuid4()))
    else:
        refused(APIError.MESSAGE_NOT_APPROVED, api.configure_default_message, SUBSCRIPTION, "en-US", default)
        refused(APIError.FORBIDDEN_NO_PASSING_TEST, api.configure_realtime_url, url)
        refused(APIError.REALTIME_URL_NOT_FOUND, api.delete_realtime_url)
    api.delete_default_message(SUBSCRIPTION, "en-US")
    refused(APIError.DEFAULT_MESSAGE_NOT_FOUND, api.get_default_message, SUBSCRIPTION, "en-US")
    api.delete_message(message)
    api.delete_image(image)


def check_access(request, environment):
    """Who is not let in gets text, which the client cannot take for an error of the API."""
    for changes in [{"keyIdentifier": "ABCDEFGHIJ"}, {"issuerIdentifier": "x"}, {"bundleIdentifier": "com.example"}]:
        try:
            client(request, environment, **changes).get_transaction_info(request["transactions"][0])
        except APIException as exception:
            assert exception.http_status_code == 401 and exception.api_error is None, exception
            continue
        raise AssertionError(f"let in with {changes}")


def check(request):
    environment = Environment(request["environment"])
    api = client(request, environment)
    verifier = SignedDataVerifier(
        [base64.b64decode(request["root"], validate=True)], request.get("names", False), environment,
        request["bundleIdentifier"], request["appAppleIdentifier"])
    check_access(request, environment)
    info = check_transactions(api, verifier, request)
    check_histories(api, verifier, request, info)
    check_consumption(api, request)
    check_subscriptions(api, request)
    check_notifications(api, verifier, request)
    check_retention_messages(api, request, environment)

    # Finished consumables leave the first version's history only.
    api.finish_transaction(request["transactions"][0])
    for version, count in [(GetTransactionHistoryVersion.V1, 1), (GetTransactionHistoryVersion.V2, 0)]:
        answer = api.get_transaction_history(info.appTransactionId, None, TransactionHistoryRequest(), version)
        assert len(answer.signedTransactions) == len(request["transactions"]) - count, answer


if __name__ == "__main__":
    check(json.load(sys.stdin))
