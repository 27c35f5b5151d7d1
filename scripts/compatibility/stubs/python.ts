/** Server stubs of Python. */

import { join } from "node:path";
import { pythonTool } from "../tools.ts";
import { PYTHON_TOOLS } from "../versions.ts";
import { pythonStub } from "./build/python.ts";
import { openapiGeneratorStub, type Stub } from "./stub.ts";

const FASTAPI = {
  needs: ["python3"],
  keep: "keep_fastapi.py",
  how: "a middleware: `await request.body()`",
  trap: "the model",
};

export const PYTHON_STUBS: readonly Stub[] = [
  openapiGeneratorStub("python-fastapi", "Python", {
    ...FASTAPI,
    quick: true,
    build: pythonStub({ libraries: "fastapi", modules: "src", main: "openapi_generator_fastapi.py" }),
  }),
  {
    name: "fastapi-code-generator",
    version: PYTHON_TOOLS["fastapi-code-generator"],
    from: "PyPI",
    languageName: "Python",
    document: "receiver 3.0",
    quick: true,
    ...FASTAPI,
    obtain: () => pythonTool("fastapi-code-generator", "fastapi-codegen"),
    program: "fastapi-codegen",
    args: (document, out) => ["--input", document, "--output", join(out, "stub")],
    build: pythonStub({
      libraries: "fastapi",
      modules: ".",
      main: "fastapi_codegen.py",
      handler: {
        file: "stub/main.py",
        text: /(?<=A payment to the client was confirmed\n\s+"""\n)\s+pass/,
        by: "    from keep_fastapi import raw_body\n    from probe import received\n\n    received(raw_body.get(), body.model_dump_json(by_alias=True))",
      },
    }),
  },
  openapiGeneratorStub("python-flask", "Python", {
    quick: false,
    needs: ["python3"],
    keep: "keep_flask.py",
    how: "`request.get_data()`, which Flask keeps; give `x_service_signature` a default: connexion hands over no header",
    trap: "the model, and the bytes in `flask.request`",
    build: pythonStub({
      libraries: "flask",
      modules: ".",
      main: "openapi_generator_flask.py",
      handler: {
        file: "openapi_server/controllers/deliveries_controller.py",
        text: /(def deliver_client_webhook)\(x_service_signature, body\)(.*) {4}return 'do some magic!'/s,
        by: "$1(body, x_service_signature=None)$2    import json\n    from openapi_server.encoder import JSONEncoder\n    from probe import received\n\n    received(flask.request.get_data(), json.dumps(payment_snapshot, cls=JSONEncoder))\n    return None, 204",
      },
    }),
  }),
];
