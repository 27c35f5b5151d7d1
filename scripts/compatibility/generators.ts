/** The generators of clients, of models and of server stubs, in the order of docs/compatibility.md. */

import { type Generator, OPENAPI, openapi, python, quicktype, stub, typescript } from "./generator.ts";

const OAPI_CODEGEN = "go github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";
const FASTAPI = "pypi fastapi==0.120.1 pydantic==2.13.4 uvicorn==0.38.0";
const FLASK = "pypi connexion==2.14.2 Flask==2.1.1 setuptools==80.9.0 python-dateutil==2.9.0.post0";
const NEST = `npm ${["common", "core", "platform-express"].map((name) => `@nestjs/${name}@11.2.10`).join(" ")}`;
const KUBB = ["core", "plugin-oas", "plugin-ts"].map((name) => `@kubb/${name}@4.39.3`).join(" ");
// TypeScript is installed with a tool that needs it: version 7 has no API.
const TS = "typescript@5.9.3";

// biome-ignore format: a table
const CLIENTS: readonly Generator[] = [
  { kind: "client", tool: "openapi-typescript + openapi-fetch", install: "here openapi-typescript@7.13.0",
    command: "node node_modules/openapi-typescript/bin/cli.js FILE -o OUT/api.ts", language: "TypeScript",
    documents: OPENAPI, probe: "openapi-typescript.ts.txt", quick: true,
    tokenUrl: "a second `createClient` with that `baseUrl`" },
  typescript("@hey-api/openapi-ts", `@hey-api/openapi-ts@0.99.0 ${TS}`,
    "openapi-ts -i FILE -o OUT -c @hey-api/client-fetch --no-log-file", "hey-api",
    { quick: true, tokenUrl: "`baseUrl` in the options of that call" }),
  // Newer ones need a version of @scalar/openapi-validator that could not be had.
  typescript("orval", `orval@8.30.0 ${TS}`, "orval --input FILE --output OUT/api.ts --client fetch", "orval",
    { tokenUrl: "a `mutator`, or a `fetch` around that call" }),
  typescript("swagger-typescript-api", "swagger-typescript-api@13.13.0",
    "swagger-typescript-api generate -p FILE -o OUT -n api.ts", "swagger-typescript-api",
    { tokenUrl: "a second `new Api({ baseUrl })`" }),
  typescript("@kubb/cli", `@kubb/cli@4.39.3 ${KUBB} @kubb/plugin-client@4.39.3 axios@1.13.2 ${TS}`,
    "kubb generate FILE --config kubb.config.mjs", "kubb",
    { tokenUrl: "`baseURL` in the configuration of that call" }),
  typescript("openapi-zod-client", "openapi-zod-client@1.18.3 @zodios/core@10.9.6 axios@1.13.2 zod@3.25.76",
    "openapi-zod-client FILE -o OUT/api.ts --export-schemas", "openapi-zod-client",
    { tokenUrl: "a second `createApiClient(url)`" }),
  typescript("oazapfts", `oazapfts@7.5.0 @oazapfts/runtime@1.2.0 ${TS}`, "oazapfts FILE OUT/api.ts", "oazapfts",
    { withoutPayments: true, tokenUrl: "`baseUrl` in the options of that call" }),
  openapi("typescript-fetch", "TypeScript", "openapi-generator.ts.txt", "",
    { tokenUrl: "a second `Configuration` with that `basePath`" }),
  openapi("typescript-axios", "TypeScript", "openapi-generator-axios.ts.txt", "", { libraries: "npm axios@1.13.2" }),
  openapi("python", "Python", "openapi-generator.py", "", { quick: true }),
  python("openapi-python-client", "0.29.1", "client",
    "openapi-python-client generate --path FILE --output-path OUT/openapi_client --meta none",
    { tokenUrl: "a second `Client(base_url=...)`" }),
  openapi("go", "Go", "openapi-generator.go"),
  { kind: "client", tool: "oapi-codegen", install: OAPI_CODEGEN, language: "Go", documents: OPENAPI, quick: true,
    command: "oapi-codegen -config scripts/compatibility/oapi-codegen.yaml -o OUT/contract/contract.go FILE",
    probe: "oapi-codegen.go", tokenUrl: "a second `NewClientWithResponses(url)`" },
  openapi("java", "Java", "openapi-generator.java", " --library native",
    { tokenUrl: "a second `ApiClient` with `updateBaseUri`" }),
  openapi("kotlin", "Kotlin", "openapi-generator.kt", " --additional-properties=serializationLibrary=jackson",
    { tokenUrl: "`OAuthApi(url)`" }),
  openapi("rust", "Rust", "openapi-generator.rs", "", { tokenUrl: "a second `Configuration` with that `base_path`" }),
  { kind: "client", tool: "progenitor", install: "cargo cargo-progenitor@0.15.1", language: "Rust",
    documents: ["openapi 3.0", "codegen 3.0"], command: "cargo progenitor -i FILE -o OUT -n openapi -v 0.1.0",
    probe: "progenitor.rs", tokenUrl: "a second `Client::new(url)`" },
  openapi("csharp", "C#", "openapi-generator.cs",
    " --library httpclient --additional-properties=targetFramework=net48,supportsRetry=false",
    { tokenUrl: "`new OAuthApi(url)`" }),
  { kind: "client", tool: "NSwag", install: "npm nswag@14.7.1", language: "C#", documents: OPENAPI,
    command: "mono node_modules/nswag/bin/binaries/Win/NSwag.exe openapi2csclient /input:FILE" +
      " /output:OUT/Contract.cs /namespace:Contract",
    probe: "nswag.cs", tokenUrl: "a second `Client` with that `BaseUrl`" },
  // Each document takes minutes to compile.
  openapi("cpp-restsdk", "C++", "openapi-generator.cpp", "",
    { documents: ["codegen 3.0"], tokenUrl: "a second `ApiConfiguration` with `setBaseUrl`" }),
  openapi("php", "PHP", "openapi-generator.php"),
  openapi("ruby", "Ruby", "openapi-generator.rb"),
];

// biome-ignore format: a table
const MODELS: readonly Generator[] = [
  typescript("@hey-api/openapi-ts zod", `@hey-api/openapi-ts@0.99.0 ${TS} zod@4.6.7`,
    "openapi-ts -i FILE -o OUT -p zod --no-log-file", "hey-api-zod", { kind: "models" }),
  // It makes schemas of operations alone, so it gets the document in which the deliveries are some.
  typescript("orval zod", `orval@8.30.0 ${TS} zod@4.6.7`, "orval --input FILE --output OUT/api.ts --client zod",
    "orval-zod", { kind: "models", documents: ["receiver 3.0", "receiver 3.1"] }),
  typescript("@kubb/plugin-zod", `@kubb/plugin-zod@4.39.3 @kubb/cli@4.39.3 ${KUBB} ${TS} zod@4.6.7`,
    "kubb generate FILE --config kubb.zod.config.mjs", "kubb-zod", { kind: "models" }),
  python("datamodel-code-generator", "0.89.0", "models",
    "datamodel-codegen --input FILE --input-file-type openapi --output-model-type pydantic_v2.BaseModel --output OUT/models.py",
    {}),
  quicktype("typescript", "TypeScript", "PaymentSnapshot.ts", "ts.txt", { quick: true }),
  quicktype("python", "Python", "payment_snapshot.py", "py"),
  quicktype("go", "Go", "PaymentSnapshot.go", "go"),
  quicktype("java", "Java", "Converter.java", "java"),
  quicktype("rust", "Rust", "PaymentSnapshot.rs", "rs"),
  quicktype("php", "PHP", "PaymentSnapshot.php", "php"),
  { kind: "models", tool: "Modelina", install: "here @asyncapi/modelina@5.10.1", language: "TypeScript",
    command: "node scripts/compatibility/modelina.ts FILE OUT", documents: ["codegen AsyncAPI"],
    probe: "modelina.ts.txt", quick: true },
  python("asyncapi-python", "0.3.1", "models", "asyncapi-python-codegen FILE OUT/deliveries",
    { install: "pypi asyncapi-python[codegen]==0.3.1 datamodel-code-generator==0.86.0",
      documents: ["codegen AsyncAPI"] }),
];

const MIDDLEWARE = "a middleware: `await request.body()`";
const FILTER = "a filter, whose request can be read again";
const DELEGATES = " --additional-properties=delegatePattern=true";

// biome-ignore format: a table
const STUBS: readonly Generator[] = [
  stub("python-fastapi", "Python", "openapi_generator_fastapi.py", MIDDLEWARE,
    { libraries: FASTAPI, modules: "src", quick: true }),
  python("fastapi-code-generator", "0.8.1", "stub", "fastapi-codegen --input FILE --output OUT/stub",
    { documents: ["receiver 3.0"], probe: "fastapi_codegen.py", how: MIDDLEWARE, libraries: FASTAPI, quick: true,
      patch: { file: "stub/main.py", text: /(?<=A payment to the client was confirmed\n\s+"""\n)\s+pass/,
      by: `    from keep import raw_body
    from shared import received

    received(raw_body.get(), body.model_dump_json(by_alias=True))` } }),
  stub("python-flask", "Python", "openapi_generator_flask.py",
    "`request.get_data()`, which Flask keeps; give `x_service_signature` a default: connexion hands over no header",
    { libraries: FLASK, patch: { file: "openapi_server/controllers/deliveries_controller.py",
      text: /(def deliver_client_webhook)\(x_service_signature, body\)(.*) {4}return 'do some magic!'/s,
      by: `$1(body, x_service_signature=None)$2    import json
    from openapi_server.encoder import JSONEncoder
    from shared import received

    received(flask.request.get_data(), json.dumps(payment_snapshot, cls=JSONEncoder))
    return None, 204` } }),
  // At its defaults it takes silence for a closed object, and refuses a delivery with a new member.
  stub("go-server", "Go", "openapi-generator.go", "a handler around the stub's", {},
    " --additional-properties=disallowAdditionalPropertiesIfNotPresent=false"),
  { kind: "stub", tool: "oapi-codegen std-http strict", install: OAPI_CODEGEN, language: "Go", quick: true,
    command: "oapi-codegen -config scripts/compatibility/stubs/oapi-codegen.yaml -o OUT/contract/contract.go FILE",
    documents: ["receiver 3.0"], probe: "oapi-codegen.go", how: "a handler around the stub's" },
  stub("typescript-nestjs-server", "TypeScript", "openapi-generator.ts.txt", "`rawBody: true`, and a guard",
    { libraries: `${NEST} @types/node@24.19.2 reflect-metadata@0.2.2 rxjs@7.8.2 ${TS}` }),
  stub("spring", "Java", "Deliveries.java", FILTER, { main: "org.openapitools.OpenApiGeneratorApplication" },
    DELEGATES),
  stub("kotlin-spring", "Kotlin", "Deliveries.kt", FILTER, { main: "org.openapitools.ApplicationKt" }, DELEGATES),
  stub("rust-axum", "Rust", "openapi-generator.rs", "a layer of axum", {}),
];

export const GENERATORS: readonly Generator[] = [...CLIENTS, ...MODELS, ...STUBS];
