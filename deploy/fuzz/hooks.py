"""Who sends what schemathesis makes up: a shopper who is logged in."""

import os

import schemathesis

SESSION = os.environ["FUZZ_SESSION"]

# These would end the session that the others need.
OF_NOBODY = {"/api/v1/users/userlogout", "/api/v1/users/userlogin"}


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.operation.path not in OF_NOBODY:
        case.headers["Cookie"] = SESSION
