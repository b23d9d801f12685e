"""Asks Apple's App Store Server Library what it makes of signed data.

Reads one JSON object from standard input and writes one to standard output:

    in:  {"root": base64 of the DER, "bundleIdentifier": text,
          "transactions": [JWS], "renewals": [JWS], "notifications": [JWS], "appTransactions": [JWS],
          "appReceipts": [base64], "transactionReceipts": [base64]}
    out: the same lists, with what was found in each place: {"accepted": {field: value}} or {"refused": reason,
         "cause": text} for signed data, {"transactionIdentifier": text or null} or {"refused": reason} for receipts.

Every list may be missing. The environment is the sandbox, because the library checks no signatures in Xcode's.
"""

import base64
import json
import sys

import attr
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.receipt_utility import ReceiptUtility
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException


def decoded(verify, signed):
    try:
        payload = verify(signed)
    except VerificationException as error:
        return {"refused": error.status.name, "cause": str(error.__cause__ or "")}
    fields = {field.name: getattr(payload, field.name) for field in attr.fields(type(payload))}
    return {"accepted": {name: value for name, value in fields.items() if isinstance(value, (str, int))}}


def extracted(extract, receipt):
    try:
        return {"transactionIdentifier": extract(receipt)}
    except ValueError as error:
        return {"refused": str(error)}


def main():
    request = json.load(sys.stdin)
    root = base64.b64decode(request["root"], validate=True)
    verifier = SignedDataVerifier([root], False, Environment.SANDBOX, request["bundleIdentifier"])
    signed = {
        "transactions": verifier.verify_and_decode_signed_transaction,
        "renewals": verifier.verify_and_decode_renewal_info,
        "notifications": verifier.verify_and_decode_notification,
        "appTransactions": verifier.verify_and_decode_app_transaction,
    }
    utility = ReceiptUtility()
    receipts = {
        "appReceipts": utility.extract_transaction_id_from_app_receipt,
        "transactionReceipts": utility.extract_transaction_id_from_transaction_receipt,
    }
    answer = {name: [decoded(verify, each) for each in request.get(name, [])] for name, verify in signed.items()}
    answer |= {name: [extracted(find, each) for each in request.get(name, [])] for name, find in receipts.items()}
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
