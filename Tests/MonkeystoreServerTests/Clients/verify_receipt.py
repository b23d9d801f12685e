"""Verifies receipts with inapppy and itunes-iap, which real servers use.

Reads one JSON object from standard input:

    {"address": text, "sandbox": base64 of an app receipt, "production": the same, "secret": text,
     "transactions": {"sandbox": [numbers in the receipt], "production": [...]}}

Ends with 0 if everything is as it should be; else says on standard error what is not.
"""

import json
import sys

import inapppy
import itunesiap
from inapppy import AppStoreValidator
from itunesiap import exceptions
from itunesiap.request import Request


def patch(address):
    """Neither client has an option for another host; inapppy sets its own anew before every request."""
    def change(validator):
        validator.url = address + ("/sandbox" if validator.sandbox else "") + "/verifyReceipt"

    AppStoreValidator._change_url_by_sandbox = change
    Request.PRODUCTION_VALIDATION_URL = address + "/verifyReceipt"
    Request.SANDBOX_VALIDATION_URL = address + "/sandbox/verifyReceipt"


def status(ask):
    """The status that a receipt is refused with."""
    try:
        answer = ask()
    except inapppy.errors.InAppPyValidationError as error:
        return error.raw_response["status"]
    except exceptions.InvalidReceipt as error:
        return error.status
    raise AssertionError(f"accepted: {answer}")


def numbers(purchases):
    return sorted(purchase["transaction_id"] for purchase in purchases)


def check_inapppy(request):
    for environment in ["sandbox", "production"]:
        receipt, expected = request[environment], sorted(request["transactions"][environment])
        is_sandbox = environment == "sandbox"
        answer = AppStoreValidator(sandbox=is_sandbox).validate(receipt, request["secret"])
        assert numbers(answer["receipt"]["in_app"]) == expected, answer
        assert status(lambda: AppStoreValidator(sandbox=is_sandbox).validate(receipt, "0" * 32)) == 21004
        assert status(lambda: AppStoreValidator(sandbox=not is_sandbox).validate(receipt)) == (21007 if is_sandbox else 21008)
        flipped = AppStoreValidator(sandbox=not is_sandbox, auto_retry_wrong_env_request=True).validate(receipt)
        assert numbers(flipped["receipt"]["in_app"]) == expected, flipped
    assert status(lambda: AppStoreValidator(sandbox=True).validate("garbage!")) == 21002


def check_itunesiap(request):
    for environment in ["sandbox", "production"]:
        expected = sorted(request["transactions"][environment])
        answer = itunesiap.verify(request[environment], request["secret"], env=itunesiap.env.review)
        assert sorted(str(purchase.transaction_id) for purchase in answer.receipt.in_app) == expected, answer
        for purchase in answer.receipt.in_app:
            assert purchase.is_trial_period is False and purchase.quantity == 1, purchase
    assert status(lambda: itunesiap.verify(request["sandbox"], env=itunesiap.env.production)) == 21007
    assert status(lambda: itunesiap.verify(request["production"], env=itunesiap.env.sandbox)) == 21008


def check(request):
    check_inapppy(request)
    check_itunesiap(request)


def main():
    request = json.load(sys.stdin)
    patch(request["address"])
    check(request)


if __name__ == "__main__":
    main()
