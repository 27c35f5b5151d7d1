import json
import sys
import warnings

warnings.simplefilter("ignore")
from asyncapi3 import AsyncAPI3  # noqa: E402

for file in sys.argv[1:]:
    print(len(AsyncAPI3.model_validate(json.load(open(file))).operations.root))
