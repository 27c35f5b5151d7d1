import json
import sys
from payment_snapshot import payment_snapshot_from_dict, payment_snapshot_to_dict

print(json.dumps(payment_snapshot_to_dict(payment_snapshot_from_dict(json.loads(sys.argv[4])))))
