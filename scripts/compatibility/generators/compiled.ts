/** Generators of Go, Java, Kotlin and Rust. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Generator, OPENAPI, openapiGenerator, swaggerCodegen } from "../generator.ts";
import { GO } from "../languages/go.ts";
import { JAVA } from "../languages/java.ts";
import { KOTLIN } from "../languages/kotlin.ts";
import { RUST } from "../languages/rust.ts";
import { cargoTool, goTool } from "../tools.ts";
import { CARGO_TOOLS, GO_TOOLS, JAVAX } from "../versions.ts";

const [javaxGroup, javaxId, javaxVersion] = JAVAX.split(":");
const JAVAX_ANNOTATION = `<dependency><groupId>${javaxGroup}</groupId><artifactId>${javaxId}</artifactId><version>${javaxVersion}</version></dependency>`;

export const GO_GENERATORS: readonly Generator[] = [
  openapiGenerator("go", "Go", GO, { quick: false, probe: "openapi-generator.go" }),
  swaggerCodegen("go", "Go", GO, {
    quick: false,
    probe: "swagger-codegen.go",
    args: (document, out) => ["generate", "-l", "go", "-i", document, "-o", join(out, "swagger")],
  }),
  {
    name: "oapi-codegen",
    version: GO_TOOLS["oapi-codegen"].split("@")[1] ?? "",
    from: "Go module proxy",
    language: GO,
    languageName: "Go",
    artefacts: OPENAPI,
    quick: true,
    probe: "oapi-codegen.go",
    calls: true,
    tokenUrl: "a second `NewClientWithResponses(url)`",
    obtain: () => goTool("oapi-codegen"),
    program: "oapi-codegen",
    prepare: (out) => mkdirSync(join(out, "contract")),
    args: (document, out) => [
      ...["-config", join(import.meta.dirname, "../oapi-codegen.yaml")],
      ...["-o", join(out, "contract/contract.go"), document],
    ],
  },
];

export const JVM_GENERATORS: readonly Generator[] = [
  openapiGenerator("java", "Java", JAVA, {
    quick: false,
    probe: "openapi-generator.java",
    options: ["--library", "native"],
    tokenUrl: "a second `ApiClient` with `updateBaseUri`",
  }),
  swaggerCodegen("java", "Java", JAVA, {
    quick: false,
    probe: "swagger-codegen.java",
    tokenUrl: "a second `ApiClient` with `setBasePath`",
    // Its code names an annotation that Java 11 removed, and its pom does not add it.
    finish: (out) => {
      const pom = join(out, "pom.xml");
      const last = /<dependencies>(?![\s\S]*<dependencies>)/;
      writeFileSync(pom, readFileSync(pom, "utf8").replace(last, `$&${JAVAX_ANNOTATION}`));
    },
  }),
  openapiGenerator("kotlin", "Kotlin", KOTLIN, {
    quick: false,
    probe: "openapi-generator.kt",
    options: ["--additional-properties=serializationLibrary=jackson"],
    tokenUrl: "`OAuthApi(url)`",
  }),
];

export const RUST_GENERATORS: readonly Generator[] = [
  openapiGenerator("rust", "Rust", RUST, {
    quick: false,
    probe: "openapi-generator.rs",
    tokenUrl: "a second `Configuration` with that `base_path`",
  }),
  {
    name: "progenitor",
    version: CARGO_TOOLS["cargo-progenitor"],
    from: "crates.io",
    language: RUST,
    languageName: "Rust",
    artefacts: ["openapi 3.0", "codegen 3.0"],
    quick: false,
    probe: "progenitor.rs",
    calls: true,
    tokenUrl: "a second `Client::new(url)`",
    obtain: () => cargoTool("cargo-progenitor"),
    program: "cargo",
    // The program stands beside the others of cargo, which calls it with its own name first.
    args: (document, out) => ["progenitor", "-i", document, "-o", out, "-n", "openapi", "-v", "0.1.0"],
  },
];
