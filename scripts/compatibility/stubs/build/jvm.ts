import { mkdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "../../tools.ts";
import { MAVEN_PLUGINS } from "../../versions.ts";
import type { Stub } from "../stub.ts";
import { copyCode, writePackage } from "./packages.ts";

/** The classes of the generated package that verify. */
const VERIFY = ["WebhookSignature", "Verdict", "Contract"];
const PACKAGE = "src/main/java/collectionscontract";

/**
 * The stub's own build, our files among its sources.
 * @param main the class that starts it
 * @param sources where they are
 */
export const springStub =
  (main: string, sources: string, handler: string): Stub["build"] =>
  async (folder, { keep }) => {
    const generated = join(folder, "generated");
    await writePackage("java", join(folder, "package"));
    const ours = join(generated, sources, "org/openapitools");
    for (const file of [keep, handler]) copyCode(file, join(ours, file));
    const verify = join(generated, sources, "collectionscontract");
    mkdirSync(verify, { recursive: true });
    for (const name of VERIFY) await run(["cp", join(folder, "package", PACKAGE, `${name}.java`), verify]);
    const listed = join(folder, "classpath");
    const maven = ["mvn", "-q", "-B", "-f", join(generated, "pom.xml"), "-Djava.version=17"];
    const goals = ["compile", `${MAVEN_PLUGINS.dependency}:build-classpath`, `-Dmdep.outputFile=${listed}`];
    await run([...maven, ...goals], { seconds: 600 });
    const classpath = [join(generated, "target/classes"), readFileSync(listed, "utf8").trim()].join(delimiter);
    return {
      command: [
        "sh",
        "-c",
        `exec java -cp "$1" ${main} --server.port=$PORT --server.address=127.0.0.1`,
        "sh",
        classpath,
      ],
    };
  };
