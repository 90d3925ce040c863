"""Validates documents by a schema: a JSON object {schema, documents} comes in, the faults of each document go out."""

import json
import sys

import jsonschema

given = json.load(sys.stdin) if len(sys.argv) < 2 else json.load(open(sys.argv[1], encoding="utf-8"))
kind = jsonschema.validators.validator_for(given["schema"])
if kind is not jsonschema.Draft202012Validator:
    sys.exit(f"the schema is of another draft: {kind}")
kind.check_schema(given["schema"])
validator = kind(given["schema"])
json.dump([[error.message for error in validator.iter_errors(one)] for one in given["documents"]], sys.stdout)
