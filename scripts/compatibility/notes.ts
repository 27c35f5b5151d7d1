/** Why a row fails, and what to do. Every failing row has a note, and every note a failing row: a test demands both. */

export type Note = { rows: RegExp; why: string; cure: string };

export const NOTES: readonly Note[] = [
  {
    rows: /^openapi-typescript-codegen \//,
    why: "it sends every form as `multipart/form-data`; the token exchange is `application/x-www-form-urlencoded`",
    cure: "ask for the token by other means; its other three calls work",
  },
  {
    rows: /^Swagger Codegen go \/ codegen 3\.0$/,
    why: "it names the constants of `responseHandlingType` by their numbers, and a name in Go begins with a letter",
    cure: "OpenAPI Generator go, or oapi-codegen",
  },
  {
    rows: /^Swagger Codegen go \/ codegen 3\.1$/,
    why: "it ends without an error and without a file",
    cure: "OpenAPI Generator go, or oapi-codegen",
  },
  {
    rows: /^Swagger Codegen java \/ codegen 3\.0$/,
    why: "of an open object (`additionalProperties: true`) it makes a `HashMap`, of which Gson then loses the declared members",
    cure: "OpenAPI Generator java",
  },
  {
    rows: /^Swagger Codegen java \/ codegen 3\.1$/,
    why: "it does not read the types of 3.1, and our program does not compile with its classes",
    cure: "OpenAPI Generator java",
  },
  {
    rows: /^OpenAPI Generator kotlin \//,
    why: "of an open object (`additionalProperties: true`) it makes a `HashMap`, of which Jackson then loses the declared members",
    cure: "OpenAPI Generator java: Kotlin can call its classes",
  },
  {
    rows: /^progenitor \/ codegen 3\.0$/,
    why: "it takes one form of answer for each operation, and counts `default` as one",
    cure: "the base document, `openapi-3.0.json`",
  },
];

/** Generators that people use and that could not be had or run, and why. */
export const NOT_RUN: readonly { name: string; why: string }[] = [
  {
    name: "Kiota",
    why: "skipped: its npm package fetches a program from a host that is not a registry; the .NET tool needs .NET",
  },
  {
    name: "quicktype csharp, csharp of OpenAPI Generator at its default library",
    why: "skipped: their code needs a newer C# than Mono compiles; .NET comes from no registry that we use",
  },
  {
    name: "Swift, Dart",
    why: "skipped: neither Debian nor PyPI nor npm has a compiler of Swift or Dart that runs here",
  },
  { name: "ASP.NET stubs", why: "skipped: they need .NET, which comes from no registry that we use" },
  {
    name: "ogen, vacuum, asyncapi-codegen (Go)",
    why: "skipped: the Go module proxy does not serve them here",
  },
  {
    name: "Microcks, Backstage, Fern, Speakeasy",
    why: "skipped: not tried",
  },
  { name: "orval 8.38", why: "skipped: needs a version of a package that could not be had; 8.30 was run" },
];
