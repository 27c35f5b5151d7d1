/** Generators of models alone. */

import { join } from "node:path";
import type { Generator } from "../generator.ts";
import { GO } from "../languages/go.ts";
import { JAVA } from "../languages/java.ts";
import type { Language } from "../languages/language.ts";
import { PYTHON } from "../languages/python.ts";
import { RUST } from "../languages/rust.ts";
import { PLAIN_PHP } from "../languages/scripting.ts";
import { TYPESCRIPT } from "../languages/typescript.ts";
import { modelina } from "../modelina.ts";
import { npmTool, pythonEnvironment } from "../tools.ts";
import { ASYNCAPI_PYTHON, ASYNCAPI_PYTHON_PACKAGES, NPM_TOOLS } from "../versions.ts";

const quicktype = (
  id: string,
  languageName: string,
  language: Language,
  file: string,
  probe: string,
  quick = false,
): Generator => ({
  name: `quicktype ${id}`,
  version: NPM_TOOLS.quicktype.quicktype,
  from: "npm",
  language,
  languageName,
  artefacts: ["JSON Schema"],
  quick,
  probe,
  calls: false,
  obtain: () => npmTool("quicktype", "quicktype"),
  program: "npx quicktype",
  args: (document, out) => [
    ...["--telemetry", "disable", "--src-lang", "schema", "--lang", id, "--top-level", "PaymentSnapshot"],
    ...["-o", join(out, file), document],
  ],
});

export const MODEL_GENERATORS: readonly Generator[] = [
  quicktype("typescript", "TypeScript", TYPESCRIPT, "PaymentSnapshot.ts", "quicktype.ts.txt", true),
  quicktype("python", "Python", PYTHON, "payment_snapshot.py", "quicktype.py"),
  quicktype("go", "Go", GO, "PaymentSnapshot.go", "quicktype.go"),
  quicktype("java", "Java", JAVA, "Converter.java", "quicktype.java"),
  quicktype("rust", "Rust", RUST, "PaymentSnapshot.rs", "quicktype.rs"),
  quicktype("php", "PHP", PLAIN_PHP, "PaymentSnapshot.php", "quicktype.php"),
  {
    name: "Modelina",
    version: "5.10.1",
    from: "npm, part of this repository",
    language: TYPESCRIPT,
    languageName: "TypeScript",
    artefacts: ["codegen AsyncAPI"],
    quick: true,
    probe: "modelina.ts.txt",
    calls: false,
    obtain: async () => ({ command: [process.execPath] }),
    program: "",
    args: () => [],
    make: (document, out) => modelina(document, out),
  },
  {
    name: "asyncapi-python",
    version: ASYNCAPI_PYTHON,
    from: "PyPI",
    language: PYTHON,
    languageName: "Python",
    artefacts: ["codegen AsyncAPI"],
    quick: false,
    probe: "asyncapi-python.py",
    calls: false,
    obtain: async () => {
      const { folder, skip } = await pythonEnvironment(`asyncapi-python-${ASYNCAPI_PYTHON}`, ASYNCAPI_PYTHON_PACKAGES);
      return folder ? { command: [join(folder, "bin/asyncapi-python-codegen")] } : { skip: skip ?? "" };
    },
    program: "asyncapi-python-codegen",
    args: (document, out) => [document, join(out, "deliveries")],
  },
];
