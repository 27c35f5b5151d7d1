/** Generators of Python. */

import { join } from "node:path";
import { type Generator, OPENAPI, openapiGenerator } from "../generator.ts";
import { PYTHON } from "../languages/python.ts";
import { pythonTool } from "../tools.ts";
import { PYTHON_TOOLS } from "../versions.ts";

type Rest = Pick<Generator, "calls" | "args"> & Partial<Generator>;
const pypi = (name: keyof typeof PYTHON_TOOLS, program: string, rest: Rest): Generator => ({
  name,
  version: PYTHON_TOOLS[name],
  from: "PyPI",
  language: PYTHON,
  languageName: "Python",
  artefacts: OPENAPI,
  quick: false,
  probe: `${name}.py`,
  obtain: () => pythonTool(name, program),
  program,
  ...rest,
});

export const PYTHON_GENERATORS: readonly Generator[] = [
  openapiGenerator("python", "Python", PYTHON, { quick: true, probe: "openapi-generator.py" }),
  pypi("openapi-python-client", "openapi-python-client", {
    calls: true,
    tokenUrl: "a second `Client(base_url=...)`",
    args: (document, out) => {
      const folder = join(out, "openapi_client");
      return ["generate", "--path", document, "--output-path", folder, "--meta", "none"];
    },
  }),
];

export const PYTHON_MODELS: readonly Generator[] = [
  pypi("datamodel-code-generator", "datamodel-codegen", {
    calls: false,
    args: (document, out) => [
      ...["--input", document, "--input-file-type", "openapi", "--output-model-type", "pydantic_v2.BaseModel"],
      ...["--output", join(out, "models.py")],
    ],
  }),
];
