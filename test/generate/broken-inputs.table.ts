/** One way to break an input, and what must be said of it. */
export type Broken = {
  name: string;
  file: string;
  /**
   * Replaces the first occurrence of a text. A text alone becomes the whole file, and `null` deletes the file. In
   * Latin-1, so that any byte can be written.
   */
  edit: [from: string, to: string] | [whole: string] | null;
  rule: string;
  /** Part of the line that the finding points to, in the broken file. */
  line: string;
  /** The file that the finding names; mostly the same. */
  blames: string;
};

const openapi = "spec/openapi.yaml";
const asyncapi = "spec/asyncapi.yaml";
const facts = "spec/facts.yaml";
const gaps = "spec/unspecified.yaml";
const basis = "spec/basis.yaml";
const extensions = "spec/extensions.md";
const workflow = "spec/workflows/onboarding.arazzo.yaml";
const overlay = "spec/overlays/deployment.openapi.yaml";
const urls = "spec/vectors/webhook-urls.json";
const signatures = "spec/vectors/signature.json";
const received = "spec/vectors/receiver.json";
const schema = (name: string) => `spec/schemas/${name}.yaml`;
const fixture = (name: string) => `test/fixtures/${name}.json`;

const DIGEST = "4e17227cfd8a8e1c8ba7bc33b289759511e96ffdf596b7fe41869fd2efddc252";
const WRONG = DIGEST.replace("4e", "5e");
const SCHEMA = "type: string\ntitle: E\ndescription: E.\nexamples: [a]\n";
const BODY =
  "content:\n            application/json:\n              schema:\n                $ref: ./schemas/EventName.yaml";

type Row = [name: string, file: string, edit: Broken["edit"], rule: string, line: string, blames?: string];

/** Files that do not parse, are not there, or hold something else. */
// biome-ignore format: one way, one line
const parse: Row[] = [
  // Files that do not parse
  ["a list without its end, in OpenAPI", openapi, ["tags: [Deliveries]", "tags: [Deliveries"], "yaml-syntax",
    "summary: A payment"],
  ["a tab, in AsyncAPI", asyncapi, ["\n  title: Coll", "\n\ttitle: Coll"], "yaml-syntax", "\ttitle: Coll"],
  ["a quote without its end, in a schema", schema("AppDelivery"), ["['@event']", "['@event]"], "yaml-syntax",
    "required: ['@event]"],
  ["indentation, in an overlay", overlay,
    ["    update:\n      default: https://api", "   update:\n      default: https://api"], "yaml-syntax", "   update:"],
  ["a colon in a text, in a workflow", workflow, ["summary: From an", "summary: From: an"], "yaml-syntax",
    "summary: From: an"],
  ["a missing colon, in facts", facts, ["    observable: none", "    observable none"], "yaml-syntax",
    "observable none"],
  ["a brace without its end, in gaps", gaps, ["documents: [openapi]", "documents: {openapi"], "yaml-syntax", "node"],
  ["bytes that are no UTF-8", schema("EventName"), ["Event name", "Event\xff name"], "file-unreadable",
    "Event\xff name"],
  ["UTF-16", schema("ClientIri"), ["\xff\xfet\0y\0p\0e\0"], "file-unreadable", "t\0y"],
  ["a key twice", openapi, ["  summary: OAuth", "  title: Twice\n  summary: OAuth"], "yaml-syntax", "title: Twice"],
  ["an id twice", facts, ["  F-0-02:", "  F-0-01:"], "yaml-syntax", "F-0-01:"],
  ["an anchor", schema("TokenResponse"), ["description: How long", "description: &long How long"], "yaml-alias",
    "&long"],
  ["an anchor in a list", openapi, ["tags: [OAuth]", "tags: [&tag OAuth]"], "yaml-alias", "&tag"],
  ["two documents in one file", schema("EventName"), ["type: string", "type: string\n---\na: 1"], "yaml-syntax", "---"],
  ["a comma too many, in vectors", urls, ["\n  ]", ",\n  ]"], "json-syntax", "]"],
  ["NaN, in vectors", urls, ['"ok":true', '"ok":NaN'], "json-syntax", "NaN"],
  ["a single quote, in vectors", signatures, ['"id": "body-crlf"', `"id": 'body-crlf'`], "json-syntax", "'body-crlf'"],
  ["vectors that end early", urls, ['{\n "cases": [\n'], "json-syntax", ""],
  ["a comment, in a fixture", fixture("ClientWebhook/pass/only-secret"), ['"secret"', '// why\n "secret"'],
    "json-syntax", "// why"],
  ["an empty fixture", fixture("ClientWebhook/pass/only-secret"), [""], "json-syntax", ""],
  // Files that are not there, or hold something else
  ["no OpenAPI document", openapi, null, "file-missing", ""],
  ["no facts", facts, null, "file-missing", ""],
  ["no list of extensions", extensions, null, "file-missing", ""],
  ["no signature vectors", signatures, null, "file-missing", ""],
  ["an empty OpenAPI document", openapi, [""], "file-form", ""],
  ["an empty AsyncAPI document", asyncapi, ["# nothing\n"], "file-form", ""],
  ["an empty schema", schema("EventName"), [""], "file-form", ""],
  ["a list for a schema", schema("EventName"), ["- a\n"], "file-form", "- a"],
  ["a text for a workflow", workflow, ["later\n"], "file-form", "later"],
  ["no facts in facts", facts, ["facts:\n"], "file-form", "facts:"],
  ["a list of gaps", gaps, ["gaps: [1]\n"], "file-form", "gaps: [1]"],
  ["another version of OpenAPI", openapi, ["openapi: 3.1.1", "openapi: 4.0.0"], "file-form", "openapi: 4.0.0"],
  ["another version of AsyncAPI", asyncapi, ["asyncapi: 3.1.0", "asyncapi: 2.6.0"], "file-form", "asyncapi: 2.6.0"],
  ["another version of overlays", overlay, ["overlay: 1.0.0", "overlay: 7"], "file-form", "overlay: 7"],
];

/** What redocly and the AsyncAPI parser find. */
// biome-ignore format: one way, one line
const structure: Row[] = [
  ["no schema", schema("Timestamp"), null, "redocly/no-unresolved-refs", "$ref: ./Timestamp.yaml",
    schema("PaymentSnapshot")],
  ["a reference to no schema, in OpenAPI", openapi, ["./schemas/AppWebhook.yaml", "./schemas/Gone.yaml"],
    "redocly/no-unresolved-refs", "Gone.yaml"],
  ["a reference to no schema, in AsyncAPI", asyncapi, ["./schemas/AppDelivery.yaml", "./schemas/Gone.yaml"],
    "redocly/no-unresolved-refs", "Gone.yaml"],
  ["a reference to no component", openapi, ["responses/Rejected'", "responses/Refused'"], "redocly/no-unresolved-refs",
    "responses/Refused"],
  ["a reference to no message", asyncapi, ["components/messages/appEvent'", "components/messages/appEvents'"],
    "redocly/no-unresolved-refs", "appEvents"],
  ["an unknown keyword", schema("WebhookUrl"), ["pattern:", "patern:"], "redocly/struct", "patern:"],
  ["an unknown member of OpenAPI", openapi,
    ["      operationId: createApp", "      sumary: x\n      operationId: createApp"], "redocly/struct", "sumary"],
  ["an unknown member of AsyncAPI", asyncapi, ["    action: send", "    action: send\n    actions: send"],
    "redocly/struct", "actions: send"],
  ["an overlay without target", overlay, ["  - target: $.components.parameters.Signature\n    update:", "  - update:"],
    "redocly/struct", "- update:"],
  ["actions that are no list", overlay, ["actions:\n", "actions: 5\nx-rest:\n"], "redocly/struct", "actions: 5"],
  ["an operationId twice", openapi, ["Id: createAppWebhook", "Id: createClientWebhook"],
    "redocly/operation-operationId-unique", "createClientWebhook"],
  ["a required member that is not declared", schema("CaseFileReference"), ["required: [id]", "required: [id, iri]"],
    "redocly/no-required-schema-properties-undefined", "required: [id, iri]"],
  ["a step of a workflow that is not there", workflow, ["$steps.createClientWebhook.out", "$steps.create.out"],
    "redocly/outputs-defined", "$steps.create.out"],
  ["a pattern that is no regular expression", schema("WebhookUrl"), ["pattern: ^[hH]", "pattern: ^[h(H"],
    "redocly/no-invalid-schema-examples", "examples:"],
  ["a wrong request", openapi, ["grant_type: authorization_code", "grant_type: password"],
    "redocly/no-invalid-media-type-examples", "grant_type: password"],
  ["a wrong response", openapi, ["expires_in: 3600", "expires_in: an hour"], "redocly/no-invalid-media-type-examples",
    "expires_in: an hour"],
  ["a wrong parameter", openapi, ["example: 7", "example: [7]"], "redocly/no-invalid-parameter-examples",
    "example: [7]"],
  ["a wrong value of a schema", schema("ResponseHandlingType"), ["examples: [2]", "examples: [4]"],
    "redocly/no-invalid-schema-examples", "examples: [4]"],
  ["a wrong value of a member", schema("ClientWebhook"), ["examples: [Payments to our bookkeeping]", "examples: [7]"],
    "redocly/no-invalid-schema-examples", "examples: [7]"],
];

/** Our own rules for the documents, the workflows, the facts and the gaps. */
// biome-ignore format: one way, one line
const rules: Row[] = [
  // Schemas
  ["a closed object", schema("PaymentSnapshot"), ["properties:", "additionalProperties: false\nproperties:"],
    "open-object", "additionalProperties: false"],
  ["a closed object by the other keyword", schema("AppWebhook"),
    ["properties:", "unevaluatedProperties: false\nproperties:"], "open-object", "unevaluatedProperties"],
  ["a bound that is not stated", schema("ClientWebhook"),
    ["    type: string\n", "    type: string\n    minLength: 1\n"], "schema-subset", "minLength"],
  ["a default that is not stated", schema("AppWebhookWrite"),
    ["    type: boolean\n", "    type: boolean\n    default: true\n"], "schema-subset", "default: true"],
  ["members beside a reference", schema("ClientWebhook"),
    ["    $ref: ./ClientIri.yaml", "    $ref: ./ClientIri.yaml\n    description: The client."], "ref-siblings",
    "$ref: ./ClientIri.yaml"],
  ["a closed list of events", schema("EventName"), ["x-extensible-enum:", "enum:"], "closed-enum", "enum:"],
  ["one name for two values", schema("ResponseHandlingType"), ["[FIRE_AND_FORGET, ", "["], "enum-names",
    "x-enum-varnames"],
  ["a member without type", schema("CaseFileReference"), ["  id:\n", "  iri:\n    description: The IRI.\n  id:\n"],
    "schema-typed", "iri:"],
  ["a text for a list of names", schema("ResponseHandlingType"),
    ["x-enum-varnames: [FIRE_AND_FORGET, WAIT_FOR_SUCCESSFUL_RESPONSE]", "x-enum-varnames: FIRE_AND_FORGET"],
    "extension-form", "x-enum-varnames:"],
  ["a needed member that is not declared", schema("PaymentSnapshot"),
    ["x-tolerant-required: ['@event', id]", "x-tolerant-required: ['@event', ident]"], "extension-form",
    "x-tolerant-required:"],
  ["a size of an integer", schema("CaseFileReference"), ["    type: integer", "    type: integer\n    format: int64"],
    "integer-format", "format: int64"],
  ["a password", schema("TokenRequest"),
    ["  code:\n", "  password:\n    type: string\n    description: No.\n  code:\n"], "password-field", "password:"],
  ["another form of a file name", schema("event_name"), [SCHEMA], "schema-file-name", "type: string"],
  ["a schema that nothing uses", schema("Unused"), [SCHEMA], "schema-unused", "type: string"],
  ["no description", schema("AppIri"), ["description:", "x-status:"], "schema-documented", "type: string"],
  ["no title", schema("AppIri"), ["title: App IRI\n", ""], "schema-documented", "type: string"],
  ["no example", schema("AppIri"), ["examples: [/api/apps/7]\n", ""], "schema-documented", "type: string"],
  ["an object in the document", openapi, ["$ref: ./schemas/TokenRequest.yaml", "type: object\n              title: T"],
    "schema-inline", "schema:"],
  // Operations, extensions and texts
  ["a status code", openapi,
    ["        2XX:\n          description: The client webhook",
    "        '201':\n          description: The client webhook"], "status-invented", "'201'"],
  ["a status code with an error body", openapi,
    ["        4XX:", `        '404':\n          description: No.\n          ${BODY}\n        4XX:`],
    "error-body-invented", "'404'"],
  ["an error body", openapi, ["    Failed:\n", `    Failed:\n      ${BODY.replaceAll("\n    ", "\n")}\n`],
    "error-body-invented", "Failed:"],
  ["another form of operationId", openapi, ["Id: createAppWebhook", "Id: app-webhook-create"], "operation-id-form",
    "app-webhook-create"],
  ["two tags", openapi, ["tags: [OAuth]", "tags: [OAuth, Deliveries]"], "one-tag", "tags: [OAuth, Deliveries]"],
  ["no tag", openapi, ["      tags: [OAuth]\n", ""], "one-tag", "post:"],
  ["an unknown x- key", openapi, ["x-status:", "x-state:"], "extension-undefined", "x-state:"],
  ["an unknown x- key of a schema", schema("Timestamp"), ["x-unspecified:", "x-note: a\nx-unspecified:"],
    "extension-undefined", "x-note"],
  ["an x- key that nothing uses", extensions, ["## `x-event`", "## `x-nothing`\n\nText.\n\n## `x-event`"],
    "extension-unused", "x-nothing"],
  ["an x- key that is no longer defined", extensions, ["## `x-event`", "## x-event"], "extension-undefined", "x-event:",
    asyncapi],
  ["a guess in a schema", schema("ResponseHandlingType"), ["title: Response", "title: Probably a response"],
    "assumption-unmarked", "Probably"],
  ["a guess in AsyncAPI", asyncapi, ["description: Signed deliveries", "description: By convention signed deliveries"],
    "assumption-unmarked", "By convention"],
  ["an event without message", schema("EventName"), ["x-extensible-enum: [", "x-extensible-enum: [case_file.closed, "],
    "event-carried", "case_file.closed"],
  ["a message of an unknown event", asyncapi, ["x-event: case_file.payment.confirmed", "x-event: case_file.reopened"],
    "event-known", "x-event: case_file.reopened"],
  ["a key for duplicates that is no member", asyncapi, ["$message.payload#/id", "$message.payload#/ident"],
    "key-required", "$message.payload#/ident"],
  ["a credential", openapi, ["client_secret: <CLIENT_SECRET>", "client_secret: q7Ub2kT9"], "credential-placeholder",
    "client_secret: q7Ub2kT9"],
  ["a credential as the example of a schema", schema("TokenResponse"), ["[<ACCESS_TOKEN>]", "[abcdef]"],
    "credential-placeholder", "[abcdef]"],
  ["a token in a text", openapi, ["The code was exchanged.", "Such as eyJhbGciOiJIUzI1NiJ9.e30.c2ln."],
    "credential-realistic", "eyJ"],
  ["a workflow with an unknown operation", workflow, ["operationId: createAppWebhook", "operationId: createAppHook"],
    "workflow-operation", "createAppHook"],
  ["a workflow of another document", workflow, ["url: ../openapi.yaml", "url: ../openapis.yaml"], "workflow-source",
    "../openapis.yaml"],
  // The signature scheme, which stands in several places. Rows of a file that hide one another are not tried together.
  ["no scheme", asyncapi, ["      x-signature:\n", "      x-delivery:\n"], "signature-scheme",
    "clientWebhookSignature"],
  ["a scheme that differs", asyncapi, ["        prefix: sha256=", "        prefix: sha256-"], "signature-agrees",
    "x-signature:"],
  ["an unknown algorithm", asyncapi, ["algorithm: hmac-sha256", "algorithm: hmac-sha3"], "signature-scheme",
    "algorithm: hmac-sha3"],
  ["a header renamed in the scheme", openapi,
    ["in: header\n      name: X-Service-Signature", "in: header\n      name: X-Signature"], "signature-agrees",
    "name: X-Signature"],
  ["a header renamed in the parameter", openapi,
    ["    Signature:\n      name: X-Service-Signature", "    Signature:\n      name: X-Signature"], "signature-agrees",
    "name: X-Signature"],
  ["a header renamed in the message", asyncapi,
    ["[X-Service-Signature]\n        properties:\n          X-Service-Signature:",
    "[X-Signature]\n        properties:\n          X-Signature:"], "signature-agrees", "required: [X-Signature]"],
  // Facts and gaps
  ["a fact without place", facts, ['    expressed:\n      - "openapi#/info/description"\n', ""], "fact-expressed",
    "F-1-02"],
  ["a place in no document", facts, ["openapi#/info/description", "readme#/info"], "fact-expressed", "readme#/info"],
  ["a text for places", facts,
    ['    expressed:\n      - "openapi#/info/description"\n', "    expressed: openapi#/info\n"], "fact-row",
    "expressed: openapi#/info"],
  ["an unknown observer", facts, ["observable: service", "observable: services"], "fact-row", "observable: services"],
  ["an unknown carrier", facts, ["in: [docs]", "in: [doc]"], "fact-row", "in: [doc]"],
  ["another form of an id", facts, ["F-0-01:", "F0-01:"], "fact-row", "F0-01:"],
  ["a fact without sentence", facts,
    ["    sentence: >-\n      The description lists", "    text: >-\n      The description lists"], "fact-row",
    "F-0-01"],
  ["a text for a fact", facts, ["  F-0-02:", "  F-0-03: a fact\n  F-0-02:"], "fact-row", "F-0-03: a fact"],
  ["a place that is not there", facts, ["openapi#/info/description", "openapi#/info/descriptions"], "fact-expressed",
    "descriptions"],
  ["a gap without question", gaps, ["question:", "questions:"], "gap-row", "N-1-01"],
  ["a gap of another document", gaps, ["documents: [openapi]", "documents: [openapis]"], "gap-row",
    "documents: [openapis]"],
  ["a text for documents", gaps, ["documents: [openapi]", "documents: openapi"], "gap-row", "documents: openapi"],
  ["an empty gap", gaps, ["  N-1-01:\n", "  N-1-00:\n  N-1-01:\n"], "gap-row", "N-1-00"],
  ["a mark of no gap", openapi, ["- id: U-36", "- id: U-99"], "gap-unknown", "id: U-99"],
  ["a mark that assumes something else", openapi,
    ["assume: Nothing. The documents declare no path", "assume: Nothing. The documents declare no road"], "gap-assume",
    "id: N-1-01"],
  ["a gap without mark", asyncapi, ["- id: A-11\n", "- id: A-02\n"], "gap-unmarked", "A-11:", gaps],
  ["a mark that is no list", schema("Timestamp"), ["x-unspecified:\n", "x-unspecified:\nx-status:\n"], "gap-mark",
    "x-unspecified"],
];

/** Schemas as the generator needs them. */
// biome-ignore format: one way, one line
const schemas: Row[] = [
  ["a keyword of another type", schema("ClientWebhook"),
    ["    description: The name", "    minItems: 1\n    description: The name"], "schema-compiles", "name:"],
  ["a keyword of another type, in the document", openapi,
    ["            type: [string, integer]", "            type: [string, integer]\n            minItems: 1"],
    "schema-compiles", "schema:"],
];

/** What must agree with the documents: examples, fixtures, overlays, vectors. */
// biome-ignore format: one way, one line
const companions: Row[] = [
  // What rests on no fact and no gap
  ["a made-up member", schema("PaymentSnapshot"),
    ["  paidTo:\n", "  currency:\n    type: string\n    description: No.\n    examples: [EUR]\n  paidTo:\n"],
    "no-basis", "currency:"],
  ["a member of which only writing is stated", schema("AppWebhookWrite"),
    ["properties:", "required: [active]\nproperties:"], "no-basis", "required: [active]"],
  ["a made-up bound", schema("AppWebhook"), ["maxItems: 100", "maxItems: 50"], "no-basis", "maxItems: 50"],
  ["a made-up value", schema("ResponseHandlingType"),
    ["enum: [1, 2]\nx-enum-varnames: [FIRE_AND_FORGET, WAIT_FOR_SUCCESSFUL_RESPONSE]\n",
    "enum: [1, 2, 3]\nx-enum-varnames: [FIRE_AND_FORGET, WAIT_FOR_SUCCESSFUL_RESPONSE, NEVER]\n"], "no-basis",
    "enum: [1, 2, 3]"],
  ["another type", schema("CaseFileReference"), ["    type: integer", "    type: [integer, 'null']"], "no-basis",
    "type: [integer, 'null']"],
  ["another schema of a member", schema("ClientWebhookCreate"), ["./ClientIri.yaml", "./AppIri.yaml"], "no-basis",
    "$ref: ./AppIri.yaml"],
  ["a made-up header", openapi,
    ["          description: The client webhook, with",
    `          headers:
            Location:
              description: No.
              schema:
                $ref: ./schemas/WebhookUrl.yaml
          description: The client webhook, with`], "no-basis", "$ref: ./schemas/WebhookUrl.yaml"],
  ["another media type", openapi,
    ["          application/x-www-form-urlencoded:",
    `          application/xml:
            schema:
              $ref: ./schemas/TokenRequest.yaml
          application/x-www-form-urlencoded:`], "no-basis", "application/xml:"],
  ["a deprecated operation", openapi,
    ["      operationId: createAppWebhook", "      deprecated: true\n      operationId: createAppWebhook"], "no-basis",
    "deprecated: true"],
  ["a number of attempts", asyncapi, ["maxAttempts: null", "maxAttempts: 5"], "no-basis", "maxAttempts: 5"],
  ["a row of what no document says", basis, ["properties amount:", "properties amounts:"], "basis-row",
    "properties amounts:"],
  ["a row with an unknown id", basis,
    ["servers 0 url = \"{base_url}\": F-4-01", "servers 0 url = \"{base_url}\": F-4-99"], "basis-row", "F-4-99"],
  ["a text for rows", basis,
    ["  spec/schemas/AppIri.yaml:\n    type = string: F-2.3-04\n    format = iri-reference: [F-2.3-04, U-05]\n",
    "  spec/schemas/AppIri.yaml: later\n"], "no-basis", "type: string", schema("AppIri")],
  // Examples
  ["a wrong payload", asyncapi, ["id: 4711", "id: '4711'"], "example-valid", "id: '4711'"],
  ["a wrong header", asyncapi, [`X-Service-Signature: sha256=${DIGEST}`, "X-Service-Signature: 5"], "example-valid",
    "X-Service-Signature: 5"],
  ["a missing header", asyncapi, [`          headers:\n            X-Service-Signature: sha256=${DIGEST}\n`, ""],
    "example-valid", "name: confirmed"],
  ["a wrong signature, in AsyncAPI", asyncapi, [DIGEST, WRONG], "example-signed", WRONG],
  ["a wrong signature, in OpenAPI", openapi, [DIGEST, WRONG], "example-signed", WRONG],
  ["a wrong signature, in the schema", schema("SignatureHeader"), [DIGEST, WRONG], "example-signed", WRONG],
  ["a payload that was not signed", openapi, ["id: 4711", "id: 4712"], "example-signed", "id: 4712"],
  ["another payload in the schema", schema("PaymentSnapshot"), ["    amount: 12550", "    amount: 12551"],
    "example-signed", "amount: 12550", openapi],
  // Overlays
  ["a target that matches nothing", overlay, ["components.parameters.Signature", "components.parameters.Sign"],
    "overlay-target", "parameters.Sign"],
  ["a target that is no JSONPath", overlay, ["$.components.parameters.Signature", "$.components[parameters"],
    "overlay-target", "$.components[parameters"],
  ["an action that does nothing", overlay, ["    remove: true\n", ""], "overlay-target", "accessToken['type']"],
  ["an update with nothing", overlay, ["    update:\n      name: <Signature-Header>\n", "    update:\n"],
    "overlay-target", "components.parameters.Signature"],
  ["a text for an update", overlay, ["    update:\n      name: <Signature-Header>\n", "    update: text\n"],
    "overlay-target", "components.parameters.Signature"],
  ["a name that says no document", "spec/overlays/other.yaml",
    ["overlay: 1.0.0\ninfo:\n  title: O\n  version: '1'\nactions:\n  - target: $\n    update: {}\n"], "overlay-name",
    "overlay"],
  // Vectors
  ["a flipped digit", signatures, ['"header": "sha256=4e17', '"header": "sha256=5e17'], "vector-verdict", '"ok": true'],
  ["another secret that matches", signatures, ['"secretIndex": 1', '"secretIndex": 0'], "vector-verdict",
    '"secretIndex": 0'],
  ["a body that is no base64", signatures, ['"body": "bm90', '"body": "b*90'], "vector-form", "b*90"],
  ["a secret that is no base64", signatures, ['"PFdF', '"PF=dF'], "vector-form", '"PF=dF'],
  ["an id twice, in vectors", signatures, ['"id": "body-crlf"', '"id": "body-with-bom"'], "vector-form",
    '"id": "body-with-bom"'],
  ["a refusal without code", signatures, ['"code": "signature_mismatch"', '"cod": "signature_mismatch"'], "vector-form",
    '"ok": false'],
  ["null for a case", signatures, ['"cases": [', '"cases": [null,'], "vector-form", "null"],
  ["no cases", signatures, ['"cases": [', '"case": ['], "vector-form", "{"],
  ["a fact that does not exist", received, ['"F-6.3-02"', '"F-6.3-99"'], "vector-rests", '"rests"'],
  ["no URLs", urls, ['"cases":', '"case":'], "vector-form", "{"],
  ["a URL without verdict", urls, ['"ok":true', '"okay":true'], "vector-form", '"okay"'],
  // Fixtures
  ["a valid value in fail/", fixture("CaseFileReference/fail/id-as-text"), ['"815"', "815"], "fixture-fail", "{"],
  ["a wrong value in pass/", fixture("CaseFileReference/pass/unknown-members"), ['"id": 815', '"id": "815"'],
    "fixture-pass", '"id": "815"'],
  ["a folder of no schema", fixture("Payment/pass/a"), ["{}\n"], "fixture-place", "{}"],
  ["neither pass/ nor fail/", fixture("CaseFileReference/maybe/a"), ["{}\n"], "fixture-place", "{}"],
];

/** Redocly does not start. */
// biome-ignore format: one way, one line
const tools: Row[] = [["an unreadable redocly.yaml", "redocly.yaml", ["apis:", "apis: ["], "redocly/unreadable", ""]];

/** The rows in the order of the checks: a finding in one group hides those of the next. */
export const BROKEN: Record<string, Broken[]> = Object.fromEntries(
  Object.entries({ parse, tools, structure, rules, schemas, companions }).map(([stage, rows]) => [
    stage,
    rows.map(([name, file, edit, rule, line, blames = file]) => ({ name, file, edit, rule, line, blames })),
  ]),
);
