import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "../tools.ts";
import { JACKSON, MAVEN_PLUGINS } from "../versions.ts";
import { copyProbe, filesBelow, type Language } from "./language.ts";

/**
 * The libraries that the generator's own pom names (one of ours where it leaves none), fetched by Maven; then javac
 * over everything.
 */
export const JAVA: Language = {
  needs: ["javac", "mvn"],
  async build(folder, probe) {
    const generated = join(folder, "generated");
    const pom = join(generated, "pom.xml");
    if (!existsSync(pom)) writeFileSync(pom, POM);
    const listed = join(folder, "classpath");
    const maven = ["mvn", "-q", "-B", "-f", pom, `${MAVEN_PLUGINS.dependency}:build-classpath`];
    await run([...maven, `-Dmdep.outputFile=${listed}`]);
    const classes = join(folder, "classes");
    mkdirSync(classes, { recursive: true });
    copyProbe(probe, join(folder, "Probe.java"));
    const classpath = [classes, readFileSync(listed, "utf8").trim()].join(delimiter);
    const main = join(generated, "src/main/java");
    const sources = filesBelow(existsSync(main) ? main : generated, ".java");
    await run(["javac", "-nowarn", "-cp", classpath, "-d", classes, ...sources, join(folder, "Probe.java")]);
    return { command: ["java", "-cp", classpath, "Probe"] };
  },
};

const jackson = (group: string, artifact: string) =>
  `<dependency><groupId>com.fasterxml.jackson.${group}</groupId><artifactId>${artifact}</artifactId><version>${JACKSON}</version></dependency>`;
const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>invalid.contract</groupId><artifactId>probe</artifactId><version>1</version><dependencies>
${jackson("core", "jackson-databind")}
${jackson("datatype", "jackson-datatype-jsr310")}
</dependencies></project>
`;
