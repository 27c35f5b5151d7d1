import sys
from deliveries.messages.json import PaymentSnapshot

for index, file in enumerate(sys.argv[5:]):
    try:
        payment = PaymentSnapshot.model_validate_json(open(file, encoding="utf-8").read())
        print("fixture", index, "ok", payment.model_dump_json(by_alias=True), sep="\t")
    except Exception as error:
        print("fixture", index, "error", f"{type(error).__name__}: {error}".split("\n")[0], sep="\t")
