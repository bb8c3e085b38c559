"""Who sends what schemathesis makes up: a shopper who is logged in, in a browser that does as the shop says."""

import os

import requests.adapters
import schemathesis
from urllib3.util import Retry

SESSION = os.environ["FUZZ_SESSION"]

# Left out, because they would end the session that the other operations need.
OF_NOBODY = {"/api/v1/users/userlogout", "/api/v1/users/userlogin"}


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.operation.path not in OF_NOBODY:
        case.headers["Cookie"] = SESSION


class Again(Retry):
    """A shop on a machine that does much else says at times that it cannot answer now, and when to come again. What it says five times
    is its answer, and a failure. Too many requests (429) are one at once."""

    RETRY_AFTER_STATUS_CODES = frozenset([503])


AGAIN = Again(total=5, connect=0, read=0, status_forcelist=[503], allowed_methods=None, raise_on_status=False)
open_adapter = requests.adapters.HTTPAdapter.__init__


def open_patient_adapter(adapter, *arguments, **named):
    open_adapter(adapter, *arguments, **named)
    adapter.max_retries = AGAIN


requests.adapters.HTTPAdapter.__init__ = open_patient_adapter
