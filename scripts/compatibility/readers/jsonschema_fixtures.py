import json
import sys

from jsonschema import Draft202012Validator

verdicts = []
for fixture in json.load(open(sys.argv[1])):
    schema = json.load(open(fixture["schema"]))
    Draft202012Validator.check_schema(schema)
    verdicts.append(Draft202012Validator(schema).is_valid(json.load(open(fixture["file"]))))
print(json.dumps(verdicts))
