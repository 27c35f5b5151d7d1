"""
Confirms a payment in a sandbox of collections-contract, which then delivers it; prints what the sandbox answers.
Reads SANDBOX_URL, and SANDBOX_TOKEN for a sandbox that others can reach.
"""

import json
import os

from collections_contract.sandbox import Sandbox

sandbox = Sandbox(os.environ["SANDBOX_URL"], token=os.environ.get("SANDBOX_TOKEN"))
print(json.dumps(sandbox.control("POST", "payments", {"amount": 12_550, "confirmed": True})))
