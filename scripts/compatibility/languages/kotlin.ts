import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "../tools.ts";
import { KOTLIN_LIBRARIES, KOTLIN_VERSION, MAVEN_PLUGINS } from "../versions.ts";
import { copyProbe, type Language } from "./language.ts";

/** The generator leaves a build for Gradle only, so a pom of ours compiles its code and the probe. */
export const KOTLIN: Language = {
  needs: ["java", "mvn"],
  async build(folder, probe) {
    const pom = join(folder, "pom.xml");
    const listed = join(folder, "classpath");
    mkdirSync(join(folder, "probe"), { recursive: true });
    copyProbe(probe, join(folder, "probe/Probe.kt"));
    writeFileSync(pom, POM);
    const maven = ["mvn", "-q", "-B", "-f", pom];
    await run([
      ...maven,
      `${MAVEN_PLUGINS.kotlin}:compile`,
      `${MAVEN_PLUGINS.dependency}:build-classpath`,
      `-Dmdep.outputFile=${listed}`,
    ]);
    const classpath = [join(folder, "target/classes"), readFileSync(listed, "utf8").trim()].join(delimiter);
    return { command: ["java", "-cp", classpath, "ProbeKt"] };
  },
};

const dependency = (coordinates: string) => {
  const [group, artifact, version] = coordinates.split(":");
  return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
};
const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>invalid.contract</groupId><artifactId>probe</artifactId><version>1</version>
<dependencies>${[`org.jetbrains.kotlin:kotlin-stdlib:${KOTLIN_VERSION}`, ...KOTLIN_LIBRARIES].map(dependency).join("\n")}</dependencies>
<build><plugins><plugin><groupId>org.jetbrains.kotlin</groupId><artifactId>kotlin-maven-plugin</artifactId><version>${KOTLIN_VERSION}</version>
<configuration><jvmTarget>17</jvmTarget><sourceDirs><dir>generated/src/main/kotlin</dir><dir>probe</dir></sourceDirs></configuration>
</plugin></plugins></build></project>
`;
