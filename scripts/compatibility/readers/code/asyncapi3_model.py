"""Reads each document into the object model of asyncapi3, and prints how many operations it has."""

import json
import sys
import warnings

warnings.simplefilter("ignore")
from asyncapi3 import AsyncAPI3  # noqa: E402

for file in sys.argv[1:]:
    with open(file, encoding="utf-8") as text:
        document = AsyncAPI3.model_validate(json.load(text))
    print(len(document.operations.root))
