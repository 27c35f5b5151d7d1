/** Validators of OpenAPI and AsyncAPI documents and of JSON Schema. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Parser } from "@asyncapi/parser";
import { Ajv2020 } from "ajv/dist/2020.js";
import { pythonEnvironment, root, run } from "../tools.ts";
import { GO_READERS, NPM_READERS, PYTHON_READERS } from "../versions.ts";
import { compareVerdicts, fixtures, listOfFixtures } from "./fixtures.ts";
import { goProgram, npmLibrary, pythonProgram } from "./programs.ts";
import { had, type Reader } from "./reader.ts";

const file = (name: string) => join(root, "generated", name);
const OPENAPI = [
  "openapi",
  "openapi-3.0",
  "codegen/openapi",
  "codegen/openapi-3.0",
  "codegen/receiver",
  "codegen/receiver-3.0",
  "codegen/token",
  "codegen/token-3.0",
].map((name) => file(`${name}.json`));
const ALL = "`openapi*.json` and `codegen/`: 3.1 and 3.0";
const SCHEMAS = "`schemas/`";
const pinned = (name: keyof typeof PYTHON_READERS) => `${name}==${PYTHON_READERS[name]}`;
const registration = () => join(root, "test/fixtures/ClientWebhookCreate/pass/complete.json");

const validator = (
  name: string,
  version: string,
  from: string,
  rest: Omit<Reader, "name" | "version" | "from" | "group">,
): Reader => ({
  ...{ name, version, from, group: "validators" },
  ...rest,
});

export const VALIDATORS: readonly Reader[] = [
  validator("openapi-spec-validator", PYTHON_READERS["openapi-spec-validator"], "PyPI", {
    ...{ files: ALL, how: "`openapi-spec-validator FILE`", quick: true },
    async run() {
      const name = pinned("openapi-spec-validator");
      const { folder, skip } = await pythonEnvironment(name, [name]);
      for (const one of OPENAPI) await run([join(had(folder, skip), "bin/openapi-spec-validator"), one]);
      return `${OPENAPI.length} documents are valid`;
    },
  }),
  validator("Redocly CLI", "2.77.0", "npm, part of this repository", {
    ...{ files: ALL, how: "`redocly lint --extends=spec FILE`", quick: false },
    async run() {
      const redocly = join(root, "node_modules/@redocly/cli/bin/cli.js");
      await run([process.execPath, redocly, "lint", "--extends=spec", ...OPENAPI], { cwd: join(root, "generated") });
      return `${OPENAPI.length} documents are valid`;
    },
  }),
  validator(
    "@apidevtools/swagger-parser",
    NPM_READERS["@apidevtools/swagger-parser"]["@apidevtools/swagger-parser"],
    "npm",
    {
      ...{ files: ALL, how: "`SwaggerParser.validate(FILE)`", quick: false },
      async run() {
        const parser = await npmLibrary("@apidevtools/swagger-parser");
        const [base = "", ...others] = OPENAPI;
        for (const one of others) await (parser.default ?? parser).validate(one);
        const refusal: Error = await (parser.default ?? parser).validate(base).catch((error: Error) => error);
        const lines = String(refusal.message ?? "taken")
          .split("\n")
          .slice(1)
          .filter(Boolean);
        if (lines.length !== 2 || !lines.every((line) => / must NOT have unevaluated properties$/.test(line)))
          throw new Error(`Error: ${refusal.message}`);
        return `${others.length} documents are valid; of \`openapi.json\` its schema refuses the \`description\` of a variable in a URL, which OpenAPI 3.1 allows`;
      },
    },
  ),
  validator(
    "kin-openapi, with its gorillamux router",
    GO_READERS["kin-openapi"].split("@v")[1] ?? "",
    "Go module proxy",
    {
      ...{ files: "`codegen/openapi-3.0.json` for the router; all 3.0 for `Validate`", quick: false },
      how: "`openapi3.NewLoader()`, `gorillamux.NewRouter`, `openapi3filter.ValidateRequest`",
      async run() {
        const documents = [
          file("codegen/openapi-3.0.json"),
          file("openapi-3.0.json"),
          file("codegen/receiver-3.0.json"),
        ];
        await goProgram("kin.go", GO_READERS["kin-openapi"], [registration(), ...documents]);
        return "valid; the router finds the operation, takes a registration and refuses an empty one";
      },
    },
  ),
  validator(
    "libopenapi, with libopenapi-validator",
    GO_READERS["libopenapi-validator"].split("@v")[1] ?? "",
    "Go module proxy",
    {
      ...{ files: "`codegen/openapi-3.0.json` for requests; all for `ValidateDocument`", quick: false },
      how: "`libopenapi.NewDocument`, `validator.NewValidator`, `ValidateHttpRequest`",
      async run() {
        const documents = [file("codegen/openapi-3.0.json"), ...OPENAPI];
        await goProgram("libopenapi.go", GO_READERS["libopenapi-validator"], [registration(), ...documents]);
        return `${OPENAPI.length} documents are valid; a registration is taken and an empty one refused`;
      },
    },
  ),
  validator("openapi-core", PYTHON_READERS["openapi-core"], "PyPI", {
    ...{
      files: "`codegen/openapi.json`, `codegen/receiver.json`",
      how: "`OpenAPI.from_file_path(FILE).validate_request(request)`",
      quick: false,
    },
    async run() {
      const payment = join(root, "test/fixtures/PaymentSnapshot/pass/complete.json");
      const documents = [file("codegen/openapi.json"), file("codegen/receiver.json")];
      await pythonProgram("openapi_core_requests.py", pinned("openapi-core"), [...documents, payment, registration()]);
      return "takes a registration, and a delivery with `+0100` and an unknown member; refuses an empty registration";
    },
  }),
  validator("@asyncapi/parser", "3.6.3", "npm, part of this repository", {
    ...{ files: "`asyncapi.json`, `codegen/asyncapi.json`", how: "`new Parser().parse(text)`", quick: true },
    async run() {
      for (const name of ["asyncapi.json", "codegen/asyncapi.json"]) {
        const { document, diagnostics } = await new Parser().parse(readFileSync(file(name), "utf8"));
        const errors = diagnostics.filter(({ severity }) => severity === 0);
        if (!document) throw new Error(`Error: ${name}: ${errors[0]?.message}`);
        const operations = document.operations().all().length;
        if (operations !== 2) throw new Error(`Error: ${name}: ${operations} operations`);
      }
      return "2 documents without an error, 2 operations in each";
    },
  }),
  validator("asyncapi3", PYTHON_READERS.asyncapi3, "PyPI", {
    ...{ files: "`asyncapi.json`, `codegen/asyncapi.json`", how: "`AsyncAPI3.model_validate(document)`", quick: false },
    async run() {
      const documents = ["asyncapi.json", "codegen/asyncapi.json"].map(file);
      const counts = (await pythonProgram("asyncapi3_model.py", pinned("asyncapi3"), documents)).trim().split("\n");
      if (counts.join() !== "2,2") throw new Error(`Error: ${counts.join()} operations`);
      return "2 documents read into its model, 2 operations in each";
    },
  }),
  validator("Ajv", "8.20.0", "npm, part of this repository", {
    ...{ files: SCHEMAS, how: "`new Ajv()` of `ajv/dist/2020`, without an option", quick: true },
    async run() {
      const ajv = new Ajv2020();
      const verdicts = fixtures().map(({ schema, file: one }) => {
        const read = JSON.parse(readFileSync(schema, "utf8"));
        const validate = (read.$id && ajv.getSchema(read.$id)) || ajv.compile(read);
        return validate(JSON.parse(readFileSync(one, "utf8"))) === true;
      });
      return compareVerdicts(verdicts);
    },
  }),
  validator("jsonschema", PYTHON_READERS.jsonschema, "PyPI", {
    ...{ files: SCHEMAS, how: "`Draft202012Validator(schema).is_valid(value)`", quick: true },
    async run() {
      const output = await pythonProgram("jsonschema_fixtures.py", pinned("jsonschema"), [listOfFixtures()]);
      return compareVerdicts(JSON.parse(output));
    },
  }),
  validator("santhosh-tekuri/jsonschema", GO_READERS.jsonschema.split("@v")[1] ?? "", "Go module proxy", {
    ...{ files: SCHEMAS, how: "`jsonschema.NewCompiler().Compile(FILE)`", quick: false },
    async run() {
      return compareVerdicts(JSON.parse(await goProgram("santhosh.go", GO_READERS.jsonschema, [listOfFixtures()])));
    },
  }),
];
