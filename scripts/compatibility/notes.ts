/** Why a row fails, and what to do. Every failing row has a note, and every note a failing row: a test demands both. */

export type Note = { rows: RegExp; why: string; cure: string };

export const NOTES: readonly Note[] = [
  {
    rows: /^OpenAPI Generator (typescript-fetch|python|php) \/ (codegen )?3\.1$/,
    why: "its support of 3.1 is a beta: for the deliveries under `webhooks` it writes operations whose types have no name",
    cure: "take the 3.0 document, which has no `webhooks` and the same models",
  },
  {
    rows: /^OpenAPI Generator python \/ (codegen )?3\.0$/,
    why: "the token exchange has a server of its own, and the generated code takes the name of its variable for the host, whatever the configuration says",
    cure: "write the hosts into the document before generating (`spec/overlays/deployment.openapi.yaml`); the row with known servers does",
  },
  {
    rows: /^OpenAPI Generator (go|java) \/ 3\.[01]$/,
    why: "the id of an App is a string or an integer (U-04); of such a union in a path it writes the name of a class",
    cure: "take the document in `codegen/`, where it is a string: in a path both look the same",
  },
  {
    rows: /^OpenAPI Generator go, without the option/,
    why: "it treats objects as closed and refuses answers with members that the schema does not name",
    cure: "`--additional-properties=disallowAdditionalPropertiesIfNotPresent=false`, as in all other rows",
  },
  {
    rows: /^OpenAPI Generator kotlin \//,
    why: "its Moshi models read the numbers of `responseHandlingType` as texts; from the base documents it also makes an object of the id of an App (U-04)",
    cure: "take a document in `codegen/`, and another library for JSON (`serializationLibrary=jackson`, not tried here)",
  },
  {
    rows: /^Swagger Codegen java \/ (codegen )?3\.1$/,
    why: "it does not read the types of 3.1: members are `Object`, named texts are empty classes, and our program does not compile with them",
    cure: "take the 3.0 document",
  },
  {
    rows: /^Swagger Codegen java \/ (codegen )?3\.0$/,
    why: "the list of app webhooks has no type in the document (U-03), and it makes a class of it, which reads no array",
    cure: "read that answer from the call itself (`listAppWebhooksCall`), or use OpenAPI Generator; its pom lacks `javax.annotation-api` for Java 11 and newer, which these rows add",
  },
  {
    rows: /^progenitor \/ codegen 3\.1$/,
    why: "it reads 3.0 alone",
    cure: "take the 3.0 document",
  },
  {
    rows: /^oapi-codegen \/ 3\.[01]$/,
    why: "it knows no list of types (3.1), and the type that it makes of the union (3.0) can be filled in its own package only",
    cure: "take a document in `codegen/`",
  },
];

/** Generators that people use and that could not be had or run, and why. */
export const NOT_RUN: readonly { name: string; why: string }[] = [
  {
    name: "Kiota",
    why: "its npm package fetches a program from a host that is no registry; the .NET tool needs .NET",
  },
  { name: "NSwag", why: "its npm package holds .NET assemblies, and there is no .NET here" },
  { name: "C# of any generator, beyond being made", why: "no .NET here to compile it" },
  {
    name: "calls from PHP and Ruby",
    why: "the generated calls need Guzzle and Typhoeus, of registries that were not asked; models were run",
  },
  { name: "orval 8.38", why: "needs a version of a package that could not be had; 8.30 was run" },
  { name: "Kotlin, Swift, Dart and C++ models", why: "not compared" },
];
