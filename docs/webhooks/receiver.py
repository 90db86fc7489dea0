"""A receiver of kadry's webhooks with nothing but the standard library.

    WEBHOOK_SECRETS='whsec_...' python3 receiver.py

WEBHOOK_SECRETS holds the secret, or two separated by a space while it is changed.
"""

import base64
import hashlib
import hmac
import json
import os
import re
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

TOLERANCE = 5 * 60  # seconds
LONGEST = 1 << 20  # bytes


def key_of(secret: str) -> bytes:
    """What follows whsec_ is base64, anything else is the key as it stands."""
    if secret.startswith("whsec_"):
        return base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    return secret.encode()


def verify(headers, body: bytes, keys: list[bytes], now: float) -> bool:
    """Tells whether a request comes from kadry. body must be the bytes as they arrived."""
    msg_id = headers.get("webhook-id") or ""
    timestamp = headers.get("webhook-timestamp") or ""
    if not msg_id or not re.fullmatch(r"[0-9]{1,12}", timestamp) or abs(now - int(timestamp)) > TOLERANCE:
        return False
    fits = False
    for key in keys:
        mac = hmac.new(key, f"{msg_id}.{timestamp}.".encode() + body, hashlib.sha256)
        want = b"v1," + base64.b64encode(mac.digest())
        for given in (headers.get("webhook-signature") or "").split():
            fits = hmac.compare_digest(want, given.encode()) or fits
    return fits


def handle(event: dict) -> None:
    if event["type"] == "question":
        print("ask the candidate:", event["question"], flush=True)
    elif event["type"] == "end":
        print("finished with", event["analysis_result"]["overall_score"], flush=True)
    elif event["type"] == "error":
        print("failed:", event["message"], flush=True)


class Receiver(BaseHTTPRequestHandler):
    keys = [key_of(secret) for secret in os.environ["WEBHOOK_SECRETS"].split()]
    seen = set()  # in real life a table with a unique column, kept for two days

    def do_POST(self):
        length = int(self.headers.get("Content-Length") or 0)
        if not 0 < length <= LONGEST:
            return self.answer(400)
        body = self.rfile.read(length)
        if not verify(self.headers, body, self.keys, time.time()):
            return self.answer(401)
        msg_id = self.headers["webhook-id"]
        if msg_id in self.seen:
            return self.answer(200)  # a repetition; it was done the first time
        try:
            handle(json.loads(body))
        except Exception:
            self.answer(500)  # it will come again
            raise
        self.seen.add(msg_id)
        return self.answer(204)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args):
        pass


if __name__ == "__main__":
    server = HTTPServer(("127.0.0.1", int(os.environ.get("PORT") or 0)), Receiver)
    print("listening on 127.0.0.1:%d" % server.server_port, flush=True)
    server.serve_forever()
