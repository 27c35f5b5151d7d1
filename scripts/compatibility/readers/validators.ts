/** Validators of OpenAPI and AsyncAPI documents and of JSON Schema. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Parser } from "@asyncapi/parser";
import { Ajv2020 } from "ajv/dist/2020.js";
import { REDOCLY } from "../../check/tools.ts";
import { root, run } from "../tools.ts";
import {
  compareVerdicts,
  file,
  fixtures,
  goRun,
  listOfFixtures,
  npmLibrary,
  pythonRun,
  type Reader,
  readGenerated,
  rowsIn,
} from "./reader.ts";

const OPENAPI = ["openapi", "codegen/openapi", "codegen/receiver", "codegen/token"]
  .flatMap((name) => [name, `${name}-3.0`])
  .map((name) => file(`${name}.json`));
const ASYNCAPI = ["asyncapi.json", "codegen/asyncapi.json"];
const ALL = "`openapi*.json` and `codegen/`: 3.1 and 3.0";
const VALID = `${OPENAPI.length} documents are valid`;
const fixture = (name: string) => join(root, "test/fixtures", name);
const REGISTRATION = fixture("ClientWebhookCreate/pass/complete.json");
const PAYMENT = fixture("PaymentSnapshot/pass/complete.json");

const validator = rowsIn("validators");

/** It refuses the `description` of a variable in a URL, which OpenAPI 3.1 allows, and nothing else. */
async function swaggerParser(row: Reader): Promise<string> {
  const parser = await npmLibrary(row);
  const [base = "", ...others] = OPENAPI;
  for (const one of others) await (parser.default ?? parser).validate(one);
  const refusal: Error = await (parser.default ?? parser).validate(base).catch((error: Error) => error);
  const lines = String(refusal.message ?? "taken")
    .split("\n")
    .slice(1)
    .filter(Boolean);
  if (lines.length !== 2 || !lines.every((line) => / must NOT have unevaluated properties$/.test(line)))
    throw new Error(`Error: ${refusal.message}`);
  const refused = "the `description` of a variable in a URL, which OpenAPI 3.1 allows";
  return `${others.length} documents are valid; of \`openapi.json\` its schema refuses ${refused}`;
}

async function asyncapiParser(): Promise<string> {
  for (const name of ASYNCAPI) {
    const { document, diagnostics } = await new Parser().parse(readGenerated(name));
    const count = document?.operations().all().length;
    const error = diagnostics.find(({ severity }) => severity === 0)?.message;
    if (count !== 2) throw new Error(`Error: ${name}: ${error ?? `${count} operations`}`);
  }
  return "2 documents without an error, 2 operations in each";
}

async function ajv(): Promise<string> {
  const validators = new Ajv2020();
  const verdicts = fixtures().map(({ schema, file: one }) => {
    const read = JSON.parse(readFileSync(schema, "utf8"));
    const validate = (read.$id && validators.getSchema(read.$id)) || validators.compile(read);
    return validate(JSON.parse(readFileSync(one, "utf8"))) === true;
  });
  return compareVerdicts(verdicts);
}

/** What a program says by ending well. */
const told = (sentence: string, program: (row: Reader) => Promise<unknown>) => (row: Reader) =>
  program(row).then(() => sentence);

const specValidator = told(VALID, async (row) => {
  for (const one of OPENAPI) await pythonRun(row, "openapi-spec-validator", one);
});
const redocly = told(VALID, () =>
  run([process.execPath, REDOCLY, "lint", "--extends=spec", ...OPENAPI], { cwd: file("") }),
);
const GO_FILES = ["codegen/openapi-3.0.json", "openapi-3.0.json", "codegen/receiver-3.0.json"].map(file);
const kin = told("valid; the router finds the operation, takes a registration and refuses an empty one", (row) =>
  goRun(row, "kin.go", REGISTRATION, ...GO_FILES),
);
const libopenapi = told(`${VALID}; a registration is taken and an empty one refused`, (row) =>
  goRun(row, "libopenapi.go", REGISTRATION, file("codegen/openapi-3.0.json"), ...OPENAPI),
);
const CORE_FILES = [...["codegen/openapi.json", "codegen/receiver.json"].map(file), PAYMENT, REGISTRATION];
const openapiCore = told(
  "takes a registration, and a delivery with `+0100` and an unknown member; refuses an empty registration",
  (row) => pythonRun(row, "openapi_core_requests.py", ...CORE_FILES),
);

async function asyncapi3(row: Reader): Promise<string> {
  const counts = (await pythonRun(row, "asyncapi3_model.py", ...ASYNCAPI.map(file))).trim().split("\n");
  if (counts.join() !== "2,2") throw new Error(`Error: ${counts.join()} operations`);
  return "2 documents read into its model, 2 operations in each";
}

const jsonschema = async (row: Reader) =>
  compareVerdicts(JSON.parse(await pythonRun(row, "jsonschema_fixtures.py", listOfFixtures())));
const santhosh = async (row: Reader) => compareVerdicts(JSON.parse(await goRun(row, "santhosh.go", listOfFixtures())));

// biome-ignore format: a table
export const VALIDATORS: readonly Reader[] = [
  validator("openapi-spec-validator", "pypi openapi-spec-validator==0.9.0", ALL, "`openapi-spec-validator FILE`",
    specValidator, true),
  validator("Redocly CLI", "here @redocly/cli@2.77.0", ALL, "`redocly lint --extends=spec FILE`", redocly),
  validator("@apidevtools/swagger-parser", "npm @apidevtools/swagger-parser@13.1.0", ALL,
    "`SwaggerParser.validate(FILE)`", swaggerParser),
  validator("kin-openapi, with its gorillamux router", "go github.com/getkin/kin-openapi@v0.142.0",
    "`codegen/openapi-3.0.json` for the router; all 3.0 for `Validate`",
    "`openapi3.NewLoader()`, `gorillamux.NewRouter`, `openapi3filter.ValidateRequest`", kin),
  validator("libopenapi, with libopenapi-validator", "go github.com/pb33f/libopenapi-validator@v0.16.2",
    "`codegen/openapi-3.0.json` for requests; all for `ValidateDocument`",
    "`libopenapi.NewDocument`, `validator.NewValidator`, `ValidateHttpRequest`", libopenapi),
  validator("openapi-core", "pypi openapi-core==0.23.1", "`codegen/openapi.json`, `codegen/receiver.json`",
    "`OpenAPI.from_file_path(FILE).validate_request(request)`", openapiCore),
  validator("@asyncapi/parser", "here @asyncapi/parser@3.6.3", "`asyncapi.json`, `codegen/asyncapi.json`",
    "`new Parser().parse(text)`", asyncapiParser, true),
  validator("asyncapi3", "pypi asyncapi3==0.0.2", "`asyncapi.json`, `codegen/asyncapi.json`",
    "`AsyncAPI3.model_validate(document)`", asyncapi3),
  validator("Ajv", "here ajv@8.20.0", "`schemas/`", "`new Ajv()` of `ajv/dist/2020`, without an option", ajv, true),
  validator("jsonschema", "pypi jsonschema==4.26.0", "`schemas/`", "`Draft202012Validator(schema).is_valid(value)`",
    jsonschema, true),
  validator("santhosh-tekuri/jsonschema", "go github.com/santhosh-tekuri/jsonschema/v6@v6.0.3", "`schemas/`",
    "`jsonschema.NewCompiler().Compile(FILE)`", santhosh),
];
