/** Every version of this comparison, in one place. Nothing of it is part of `npm ci`, except what `here` names. */

/** OpenAPI Generator and Swagger Codegen, as `group:artifact:version` of Maven Central. */
export const JARS = {
  "OpenAPI Generator": "org.openapitools:openapi-generator-cli:7.25.0",
  "Swagger Codegen": "io.swagger.codegen.v3:swagger-codegen-cli:3.0.61",
} as const;

/** From PyPI, each into an environment of its own. */
export const PYTHON_TOOLS = {
  "openapi-python-client": "0.29.1",
  "datamodel-code-generator": "0.89.0",
  "fastapi-code-generator": "0.8.1",
} as const;

/** From npm, each into a folder of its own. TypeScript is installed with a tool that needs it: version 7 has no API. */
export const NPM_TOOLS = {
  "@hey-api/openapi-ts": { "@hey-api/openapi-ts": "0.99.0", typescript: "5.9.3" },
  // Newer ones need a version of @scalar/openapi-validator that could not be had.
  orval: { orval: "8.30.0", typescript: "5.9.3" },
  "swagger-typescript-api": { "swagger-typescript-api": "13.13.0" },
  "@kubb/cli": {
    ...{ "@kubb/cli": "4.39.3", "@kubb/core": "4.39.3", "@kubb/plugin-oas": "4.39.3", "@kubb/plugin-ts": "4.39.3" },
    ...{ "@kubb/plugin-client": "4.39.3", axios: "1.13.2", typescript: "5.9.3" },
  },
  // These check payments at run time: the same tools, with zod.
  "@hey-api/openapi-ts zod": { "@hey-api/openapi-ts": "0.99.0", typescript: "5.9.3", zod: "4.6.7" },
  "orval zod": { orval: "8.30.0", typescript: "5.9.3", zod: "4.6.7" },
  "@kubb/plugin-zod": {
    ...{ "@kubb/cli": "4.39.3", "@kubb/core": "4.39.3", "@kubb/plugin-oas": "4.39.3", "@kubb/plugin-ts": "4.39.3" },
    ...{ "@kubb/plugin-zod": "4.39.3", typescript: "5.9.3", zod: "4.6.7" },
  },
  // Not a generator: what the code of OpenAPI Generator typescript-axios imports.
  axios: { axios: "1.13.2" },
  "openapi-zod-client": {
    ...{ "openapi-zod-client": "1.18.3", "@zodios/core": "10.9.6", axios: "1.13.2", zod: "3.25.76" },
  },
  oazapfts: { oazapfts: "7.5.0", "@oazapfts/runtime": "1.2.0", typescript: "5.9.3" },
  "openapi-typescript-codegen": { "openapi-typescript-codegen": "0.31.0", typescript: "5.9.3" },
  quicktype: { quicktype: "26.0.0" },
  nswag: { nswag: "14.7.1" },
  // Not a generator: what the stub of NestJS imports.
  nest: {
    ...{ "@nestjs/common": "11.2.10", "@nestjs/core": "11.2.10", "@nestjs/platform-express": "11.2.10" },
    ...{ "@types/node": "24.19.2", "reflect-metadata": "0.2.2", rxjs: "7.8.2", typescript: "5.9.3" },
  },
} as const;

/** From the Go module proxy. */
export const GO_TOOLS = { "oapi-codegen": "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2" } as const;

/** From crates.io. */
export const CARGO_TOOLS = { "cargo-progenitor": "0.15.1" } as const;

/** From PyPI, with what it needs to generate. */
export const ASYNCAPI_PYTHON = "0.3.1";
export const ASYNCAPI_PYTHON_PACKAGES = [
  `asyncapi-python[codegen]==${ASYNCAPI_PYTHON}`,
  "datamodel-code-generator==0.86.0",
];

/** What the generated Python imports. */
export const PYTHON_LIBRARIES = [
  `asyncapi-python==${ASYNCAPI_PYTHON}`,
  "attrs==26.1.0",
  "httpx==0.28.1",
  "pydantic==2.13.4",
  "python-dateutil==2.9.0.post0",
  "typing-extensions==4.15.0",
  "urllib3==2.7.0",
];

/** What the stubs of FastAPI import. */
export const STUB_PYTHON_LIBRARIES = ["fastapi==0.120.1", "pydantic==2.13.4", "uvicorn==0.38.0"];

/** What the stub of Flask imports; its requirements.txt names these bounds. */
export const FLASK_LIBRARIES = [
  "connexion==2.14.2",
  "Flask==2.1.1",
  "setuptools==80.9.0",
  "python-dateutil==2.9.0.post0",
];

/** What the code of oapi-codegen imports. */
export const GO_RUNTIME = "github.com/oapi-codegen/runtime";
export const GO_RUNTIME_VERSION = "v1.8.0";

/** What the Kotlin of OpenAPI Generator is compiled with; its own build names a newer compiler. */
export const KOTLIN_VERSION = "2.2.20";
export const KOTLIN_LIBRARIES = [
  `org.jetbrains.kotlin:kotlin-reflect:${KOTLIN_VERSION}`,
  "com.fasterxml.jackson.module:jackson-module-kotlin:2.20.1",
  "com.fasterxml.jackson.datatype:jackson-datatype-jsr310:2.20.1",
  "com.squareup.okhttp3:okhttp-jvm:5.1.0",
] as const;

export const MAVEN_PLUGINS = {
  kotlin: `org.jetbrains.kotlin:kotlin-maven-plugin:${KOTLIN_VERSION}`,
  dependency: "org.apache.maven.plugins:maven-dependency-plugin:3.8.1",
} as const;

/** What the Java of quicktype is compiled with. */
export const JACKSON = "2.20.1";

/** What the Java of Swagger Codegen lacks. */
export const JAVAX = "javax.annotation:javax.annotation-api:1.3.2";

/** Validators and testers of PyPI, each in an environment of its own. */
export const PYTHON_READERS = {
  "arazzo-runner": "0.9.6",
  asyncapi3: "0.0.2",
  jsonschema: "4.26.0",
  "openapi-core": "0.23.1",
  "openapi-spec-validator": "0.9.0",
  schemathesis: "4.32.5",
} as const;

/** Libraries of the Go module proxy. */
export const GO_READERS = {
  jsonschema: "github.com/santhosh-tekuri/jsonschema/v6@v6.0.3",
  "libopenapi-validator": "github.com/pb33f/libopenapi-validator@v0.16.2",
  "kin-openapi": "github.com/getkin/kin-openapi@v0.142.0",
} as const;

/** From npm: what runs a collection, and what shows a document. */
export const NPM_READERS = {
  newman: { newman: "6.2.2" },
  "@apidevtools/swagger-parser": { "@apidevtools/swagger-parser": "13.1.0" },
  "openapi-to-postmanv2": { "openapi-to-postmanv2": "6.3.3" },
  "insomnia-importers": { "insomnia-importers": "3.6.0" },
  "@usebruno/converters": { "@usebruno/converters": "0.23.0" },
  specmatic: { specmatic: "2.55.1" },
  // As in test/judges/, whose folder it shares.
  judges: { dredd: "14.1.0" },
  "swagger-ui-dist": { "swagger-ui-dist": "5.35.0" },
  redoc: { redoc: "2.5.4" },
  "@scalar/api-reference": { "@scalar/api-reference": "1.46.4" },
  "@stoplight/elements": { "@stoplight/elements": "9.0.25" },
} as const;
