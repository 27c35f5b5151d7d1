import json
import sys
from payment_snapshot import payment_snapshot_from_dict, payment_snapshot_to_dict

for index, file in enumerate(sys.argv[5:]):
    try:
        payment = payment_snapshot_from_dict(json.load(open(file, encoding="utf-8")))
        print("fixture", index, "ok", json.dumps(payment_snapshot_to_dict(payment)), sep="\t")
    except Exception as error:
        print("fixture", index, "error", f"{type(error).__name__}: {error}".split("\n")[0], sep="\t")
