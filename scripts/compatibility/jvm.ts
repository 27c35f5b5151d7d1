/** How code of Java and Kotlin is compiled, with the libraries that Maven fetches. */

import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, extname, join } from "node:path";
import { renderPom } from "../pom.ts";
import { type Build, place, sourcesBelow, writePackage } from "./project-files.ts";
import { MAVEN_DEPENDENCY, run } from "./tools.ts";

const KOTLIN = "2.2.20";
const JACKSON = "2.20.1";

/** Runs goals of Maven. @returns the class path that the pom names, after `classes` */
async function maven(pom: string, classes: string, ...goals: string[]): Promise<string> {
  const listed = join(dirname(pom), "classpath");
  const plugin = [`${MAVEN_DEPENDENCY}:build-classpath`, `-Dmdep.outputFile=${listed}`, "-Djava.version=17"];
  await run(["mvn", "-q", "-B", "-f", pom, ...goals, ...plugin]);
  return [classes, readFileSync(listed, "utf8").trim()].join(delimiter);
}

/** The libraries that the generator's own pom names (ours where it leaves none); then javac over everything. */
export const java: Build = async (folder, row) => {
  const generated = join(folder, "generated");
  const [pom, classes] = [join(generated, "pom.xml"), join(folder, "classes")];
  const jackson = ["core:jackson-databind", "datatype:jackson-datatype-jsr310"];
  const libraries = jackson.map((one) => `com.fasterxml.jackson.${one}:${JACKSON}`);
  if (!existsSync(pom)) writeFileSync(pom, renderPom(libraries));
  place(row, folder, "Probe.java", "");
  const path = await maven(pom, classes);
  const main = join(generated, "src/main/java");
  const sources = [...sourcesBelow(existsSync(main) ? main : generated, ".java"), join(folder, "Probe.java")];
  await run(["javac", "-nowarn", "-cp", path, "-d", classes, ...sources]);
  return { command: ["java", "-cp", path, "Probe"] };
};

/** The generator leaves a build for Gradle alone, so a pom of ours compiles its code and our program. */
export const kotlin: Build = async (folder, row) => {
  place(row, join(folder, "ours"), "Probe.kt", "");
  const pom = join(folder, "pom.xml");
  const jackson = ["module:jackson-module-kotlin", "datatype:jackson-datatype-jsr310"];
  const libraries = [
    ...["kotlin-stdlib", "kotlin-reflect"].map((one) => `org.jetbrains.kotlin:${one}:${KOTLIN}`),
    ...jackson.map((one) => `com.fasterxml.jackson.${one}:${JACKSON}`),
    "com.squareup.okhttp3:okhttp-jvm:5.1.0",
  ];
  const plugin = `<build><plugins><plugin><groupId>org.jetbrains.kotlin</groupId>
<artifactId>kotlin-maven-plugin</artifactId><version>${KOTLIN}</version><configuration><jvmTarget>17</jvmTarget>
<sourceDirs><dir>generated/src/main/kotlin</dir><dir>ours</dir></sourceDirs>
</configuration></plugin></plugins></build>`;
  writeFileSync(pom, renderPom(libraries, plugin));
  const goal = `org.jetbrains.kotlin:kotlin-maven-plugin:${KOTLIN}:compile`;
  return { command: ["java", "-cp", await maven(pom, join(folder, "target/classes"), goal), "ProbeKt"] };
};

/** The stub's own build, our files among its sources. */
export const spring: Build = async (folder, row) => {
  const ending = extname(row.probe);
  const generated = join(folder, "generated");
  const sources = join(generated, "src/main", ending === ".kt" ? "kotlin" : "java");
  place(row, join(sources, "org/openapitools"), row.probe, `KeepBytes${ending}`);
  await writePackage("java", folder);
  mkdirSync(join(sources, "collectionscontract"), { recursive: true });
  const verify = "src/main/java/collectionscontract";
  for (const name of ["WebhookSignature.java", "Verdict.java", "Contract.java"])
    copyFileSync(join(folder, "package", verify, name), join(sources, "collectionscontract", name));
  const path = await maven(join(generated, "pom.xml"), join(generated, "target/classes"), "compile");
  return { command: ["java", "-cp", path, row.main ?? ""], env: { SERVER_ADDRESS: "127.0.0.1" } };
};
