import sys
from models import PaymentSnapshot

print(PaymentSnapshot.model_validate_json(sys.argv[4]).model_dump_json(by_alias=True))
