"""Asks a server everything that its /openapi.json describes, with schemathesis, and ends with 1 where an answer is
another one.

Standard input has the address of the server, its admin token and its host's, the password of its accounts jane
(sandbox) and joe (production), the token of a session of jane's, the number of an order, the key of its API, and more
options for schemathesis, as JSON.
"""

import hashlib
import hmac
import json
import os
import sys
import tempfile
import time
import uuid
from pathlib import Path

import jwt
import requests
import schemathesis
from schemathesis.cli import schemathesis as program

REQUEST = json.load(sys.stdin)
ADDRESS = REQUEST["address"]
CONSUMABLE = "com.xamarin.storekit.testing.consume5credits"
SUBSCRIPTION = "com.xamarin.storekit.testing.monthlybunch"
CLOCKS = {"/admin/v1/clock", "/admin/v1/settings", "/admin/v1/accounts/{id}/clock"}
ACCOUNTS, PRODUCTS = ["jane", "joe"], [CONSUMABLE, SUBSCRIPTION]
# These would make the server answer nothing else from then on, or slowly; they have tests of their own.
NOT_SET = {"network", "delayMilliseconds", "serverAPIError", "timeRate", "verificationStatus"}
MONTH = 31 * 86_400_000
# Milliseconds of a hundred years, and the moments at which a clock may stand.
CENTURY, MOMENTS = 3_162_240_000_000, range(978_307_200_000, 4_102_444_800_001)


def api_token():
    now = int(time.time())
    claims = {
        "iss": REQUEST["issuerIdentifier"], "iat": now, "exp": now + 1200, "aud": "appstoreconnect-v1",
        "bid": REQUEST["bundleIdentifier"],
    }
    return jwt.encode(claims, REQUEST["key"], algorithm="ES256", headers={"kid": REQUEST["keyIdentifier"]})


API_TOKEN = api_token()


def voucher(visitor):
    return hmac.new(REQUEST["hostToken"].encode(), f"visit {visitor}".encode(), hashlib.sha256).hexdigest()


def ask(method, path, token, body=None):
    headers = {"Authorization": "Bearer " + token}
    answer = requests.request(method, ADDRESS + path, json=body, headers=headers, timeout=120)
    answer.raise_for_status()
    return answer.json() if answer.content else None


def admin(method, path, body=None):
    return ask(method, path, REQUEST["adminToken"], body)


def session_to_end():
    visitor = f"guest-{uuid.uuid4()}"
    return ask("POST", "/store/v1/visits", voucher(visitor), {"visitor": visitor})["token"]


def token(case):
    path, method = case.operation.path, case.operation.method.lower()
    if path == "/store/v1/visits":
        return voucher(case.body.get("visitor") if isinstance(case.body, dict) else None)
    if "/inApps/" in path:
        return API_TOKEN
    if path.startswith(("/admin/", "/stores")):
        return REQUEST["adminToken"]
    return session_to_end() if (path, method) == ("/store/v1/sessions/current", "delete") else REQUEST["session"]


schemathesis.serializer.alias("image/png", "application/octet-stream")


@schemathesis.auth(refresh_interval=None)
class Tokens:
    def get(self, case, context):
        return token(case)

    def set(self, case, data, context):
        case.headers["Authorization"] = "Bearer " + data


def extension():
    return {
        "extendByDays": 1, "extendReasonCode": 1, "requestIdentifier": str(uuid.uuid4()), "productId": SUBSCRIPTION,
        "storefrontCountryCodes": ["USA"],
    }


def contents():
    """Makes something of everything, and returns the names that it has."""
    address = "http://127.0.0.1:9/"
    admin("PUT", "/admin/v1/notifications", {"production": address, "sandbox": address})
    purchases = [
        admin("POST", "/admin/v1/purchases", {"account": account, "product": product, "key": f"{account} {product}"})
        for account in ACCOUNTS for product in PRODUCTS
    ]
    # The customer cancels, and takes that back with a payment, which is not charged and changes something.
    admin("POST", f"/admin/v1/subscriptions/{purchases[1]['transactionIdentifier']}/cancel")
    order = {"key": "jane again", "productIdentifier": SUBSCRIPTION, "quantity": 1}
    ask("POST", "/store/v1/purchases", REQUEST["session"], order)
    runs = [admin("POST", "/admin/v1/scenarios/" + name, {"steps": "none"})["id"] for name in ["renewal", "upgrade"]]
    stores = [admin("POST", "/stores", {"lifeSeconds": 86400})["identifier"] for _ in range(8)]
    for store in stores[:2]:
        for name in ["first", "second", "third", "fourth"]:
            admin("PUT", f"/stores/{store}/snapshots/{name}")
    tests, extensions, messages = [], [], [str(uuid.uuid4()) for _ in range(8)]
    for prefix in ["", "/sandbox"]:
        path = prefix + "/inApps/v1/"
        tests.append(ask("POST", path + "notifications/test", API_TOKEN)["testNotificationToken"])
        answer = ask("POST", path + "subscriptions/extend/mass", API_TOKEN, extension())
        extensions.append(answer["requestIdentifier"])
        for message in messages[:4]:
            ask("PUT", f"{path}messaging/message/{message}", API_TOKEN, {"header": "h", "body": "b"})
    deliveries = admin("GET", "/admin/v1/notifications/deliveries")
    return {
        "notifications": [delivery["notificationUUID"] for delivery in deliveries],
        "transactions": [purchase["transactionIdentifier"] for purchase in purchases],
        "keys": [purchase["key"] for purchase in purchases],
        "runs": runs, "stores": stores, "tests": tests, "extensions": extensions,
        "messages": messages,
    }


def offer(owner, values):
    """Makes half of what is asked for something that is there."""
    owner["schema"] = {"anyOf": [{"enum": values}, owner["schema"]]}
    owner["example"] = values[0]


def give_example(path, body):
    path["post"]["requestBody"]["content"]["application/json"]["example"] = body


def closed(schema, root):
    """The schema with what it refers to, and without room for fields that it does not name."""
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        found = root
        for name in schema["$ref"].split("/")[1:]:
            found = found[name]
        return closed(found, root)
    own = dict(schema)
    for name in {"anyOf", "oneOf"} & own.keys():
        own[name] = [closed(part, root) for part in own[name]]
    for name in {"items", "additionalProperties"} & own.keys():
        own[name] = closed(own[name], root)
    if "properties" in own:
        own["properties"] = {name: closed(part, root) for name, part in own["properties"].items()}
    # What is made of several parts has the fields of all.
    if "allOf" in own:
        own["allOf"] = [dict(closed(part, root), unevaluatedProperties=True) for part in own["allOf"]]
    if {"properties", "allOf"} & own.keys() and "additionalProperties" not in own:
        own["unevaluatedProperties"] = False
    return own


def close_answers(value, root):
    """An answer has no fields but those that its description names; clients may take others."""
    for name, part in value.items() if isinstance(value, dict) else enumerate(value):
        if name == "responses":
            for answer in part.values():
                for content in answer.get("content", {}).values():
                    if "schema" in content:
                        content["schema"] = closed(content["schema"], root)
        elif isinstance(part, (dict, list)):
            close_answers(part, root)


@schemathesis.hook
def before_load_schema(context, raw_schema):
    close_answers(raw_schema, raw_schema)
    there = contents()
    components = raw_schema["components"]
    schemas, parameters, paths = components["schemas"], components["parameters"], raw_schema["paths"]
    # An answer has them all the same.
    settings = dict(schemas["Settings"])
    settings["properties"] = {
        name: schema for name, schema in settings["properties"].items() if name not in NOT_SET
    }
    schemas["SentSettings"] = settings
    sent = {"$ref": "#/components/schemas/SentSettings"}
    paths["/admin/v1/settings"]["put"]["requestBody"]["content"]["application/json"]["schema"] = sent
    schemas["NewTestStore"]["properties"]["settings"]["anyOf"][0] = sent
    # Nothing is sent to somebody else.
    schemas["NotificationAddress"] = {"enum": [None, "http://127.0.0.1:9/"]}

    # What is removed is not what the others are asked about.
    def removing(path, parameter, values):
        own = dict(parameters[parameter], schema={"enum": values})
        reference = {"$ref": f"#/components/parameters/{parameter}"}
        operation = paths[path]["delete"]
        operation["parameters"] = [own if each == reference else each for each in operation["parameters"]]

    removing("/stores/{store}", "Store", there["stores"][2:])
    removing("/stores/{store}/snapshots/{name}", "Snapshot", ["third", "fourth"])

    for name in ["Id", "Number", "CustomerNumber"]:
        offer(parameters[name], there["transactions"])
    for name in ["SubscriptionId", "SubscriptionNumber"]:
        offer(parameters[name], there["transactions"][1::2])
    offer(parameters["AccountId"], ACCOUNTS)
    offer(parameters["Notification"], there["notifications"])
    offer(parameters["IdOrKey"], there["transactions"] + there["keys"])
    offer(parameters["RetentionId"], there["messages"])
    offer(parameters["SubscriptionProduct"], [SUBSCRIPTION])
    schemas["Locale"] = {"anyOf": [{"enum": ["en-US"]}, schemas["Locale"]]}
    schemas["RealtimeURL"]["properties"]["realtimeURL"] = {"enum": ["http://127.0.0.1:9/"]}
    offer(parameters["Store"], there["stores"][:2])
    offer(parameters["Snapshot"], ["first", "second"])
    offer(parameters["ScenarioRun"], there["runs"])
    items = components["pathItems"]
    # Every other order is answered with 200, too.
    parameters["Order"]["example"] = REQUEST["order"]
    offer(items["v1-notifications-test-token"]["get"]["parameters"][0], there["tests"])
    product, request = items["v1-subscriptions-extend-mass-product-request"]["get"]["parameters"]
    offer(product, [SUBSCRIPTION])
    offer(request, there["extensions"])

    for name, values in [
        ("Product", PRODUCTS), ("AccountOrName", ACCOUNTS), ("Key", there["keys"]),
        ("Transaction", there["transactions"]),
    ]:
        schemas[name] = {"anyOf": [{"enum": values}, schemas[name]]}
    # Others are not found, which says nothing about the rest of the order.
    schemas["PurchaseOrder"]["properties"].update(account={"enum": ACCOUNTS}, product={"enum": PRODUCTS})
    give_example(paths["/store/v1/sessions"], {"account": "jane", "password": REQUEST["password"]})
    give_example(paths["/store/v1/products"], {"identifiers": PRODUCTS})
    give_example(items["v1-subscriptions-extend-mass"], extension())
    # Its classes of characters are not known there.
    del schemas["AccountName"]["pattern"]


def put_in_order(dates):
    """Makes the second date later than the first, where both are dates."""
    start, end = (str(dates.get(name)) if isinstance(dates, dict) else "" for name in ["startDate", "endDate"])
    if all(date.isascii() and date.isdigit() and len(date) < 18 for date in [start, end]):
        dates["endDate"] = type(dates["endDate"])(int(start) + 1 + int(end))


def shorten_jumps(body):
    """A clock that goes a century ahead makes all renewals until then, which takes long; a month is enough here."""
    for name, values in [
        ("advanceMilliseconds", range(-2 * CENTURY, 2 * CENTURY + 1)),
        ("clockOffsetMilliseconds", range(-CENTURY, CENTURY + 1)), ("frozenAt", MOMENTS),
    ]:
        value = body.get(name)
        if type(value) is int and value in values:
            body[name] = value % MONTH + (int(time.time() * 1000) if name == "frozenAt" else 0)


@schemathesis.hook
def filter_body(context, body):
    """A NUL is refused in every body, also in a field that the server does not know; it has tests of its own."""
    return not isinstance(body, (dict, list)) or "\\u0000" not in json.dumps(body)


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.operation.path in CLOCKS and isinstance(case.body, dict):
        shorten_jumps(case.body)
    put_in_order(case.query)
    # A revision is the store's own: most requests go without one.
    if case.query and len(str(case.query.get("revision", ""))) % 3 != 1:
        case.query.pop("revision", None)
    if case.operation.path.endswith("/notifications/history"):
        start = case.body.get("startDate") if isinstance(case.body, dict) else None
        if type(start) is int and 0 <= start < 1 << 40:
            # Older ones are too old.
            case.body["startDate"] = start + int(time.time() * 1000) - 86_400_000
        put_in_order(case.body)


@schemathesis.hook
def after_call(context, case, response):
    """Puts the clock back, without which subscriptions would come to their ends, and dates be too old."""
    path, method = case.operation.path, case.operation.method.lower()
    moves = path in CLOCKS or path.startswith("/admin/v1/scenarios/")
    if moves and method != "get" and response.status_code < 300:
        for account in ACCOUNTS:
            admin("DELETE", f"/admin/v1/accounts/{account}/clock")
        settings = admin("GET", "/admin/v1/settings")
        settings.pop("frozenAt", None)
        admin("PUT", "/admin/v1/settings", dict(settings, clockOffsetMilliseconds=0))


def ask_for_updates():
    """Schemathesis would wait for the end of the stream, which never comes."""
    path = "/store/v1/updates"
    answers = requests.get(ADDRESS + "/openapi.json", timeout=120).json()["paths"][path]["get"]["responses"]
    token = {"Authorization": "Bearer " + REQUEST["session"]}
    for headers, status in [(token, 200), ({}, 401), (token | {"Store-Device": "0"}, 400)]:
        kind = "text/event-stream" if status == 200 else "application/json"
        with requests.get(ADDRESS + path, headers=headers, stream=True, timeout=120) as answer:
            given = answer.status_code, answer.headers["Content-Type"]
            assert given == (status, kind) and str(status) in answers, f"{path} answers {given}, not {status}"


if __name__ == "__main__":
    ask_for_updates()
    configuration = Path(__file__).with_name("schemathesis.toml")
    # It writes its reports where it runs.
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        program(["--config-file", str(configuration), "run", ADDRESS + "/openapi.json", *REQUEST["options"]])
