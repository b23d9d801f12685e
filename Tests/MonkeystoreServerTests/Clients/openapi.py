"""Asks a server everything that its /openapi.json describes, with schemathesis, and ends with 1 where an answer is another one.

Standard input has the address of the server, its admin token and its host's, the tokens of two sessions, and the key of its API,
as JSON.
"""

import hashlib
import hmac
import json
import os
import sys
import tempfile
import time
from pathlib import Path

import jwt
import schemathesis
from schemathesis.cli import schemathesis as program

REQUEST = json.load(sys.stdin)
# These would make the server answer nothing else from then on, or slowly; they have tests of their own.
NOT_SET = {"network", "delayMilliseconds", "serverAPIError", "verificationStatus"}


def api_token():
    now = int(time.time())
    claims = {
        "iss": REQUEST["issuerIdentifier"], "iat": now, "exp": now + 1200, "aud": "appstoreconnect-v1",
        "bid": REQUEST["bundleIdentifier"],
    }
    return jwt.encode(claims, REQUEST["key"], algorithm="ES256", headers={"kid": REQUEST["keyIdentifier"]})


API_TOKEN = api_token()


def voucher(body):
    visitor = body.get("visitor") if isinstance(body, dict) else None
    return hmac.new(REQUEST["hostToken"].encode(), f"visit {visitor}".encode(), hashlib.sha256).hexdigest()


def token(path, body):
    if path == "/store/v1/visits":
        return voucher(body)
    if "/inApps/" in path:
        return API_TOKEN
    if path.startswith(("/admin/", "/stores")):
        return REQUEST["adminToken"]
    # Signing out ends the session.
    return REQUEST["otherSession"] if path == "/store/v1/sessions/current" else REQUEST["session"]


@schemathesis.hook
def before_load_schema(context, raw_schema):
    schemas = raw_schema["components"]["schemas"]
    for name in NOT_SET:
        del schemas["Settings"]["properties"][name]
    # Nothing is sent to somebody else.
    schemas["NotificationAddress"] = {"enum": [None, "http://127.0.0.1:9/"]}


@schemathesis.hook
def before_call(context, case, kwargs):
    case.headers["Authorization"] = "Bearer " + token(case.operation.path, case.body)


if __name__ == "__main__":
    configuration = Path(__file__).with_name("schemathesis.toml")
    # It writes its reports where it runs.
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        program(["--config-file", str(configuration), "run", REQUEST["address"] + "/openapi.json"])
