import { MAVEN, QUICK_JVM } from "../../../scripts/java.ts";
import { type Command, judgeLanguage, type Vectors } from "./harness.ts";

const TESTS: Record<Vectors, string> = {
  signature: "WebhookSignatureTest",
  payloads: "ModelsTest",
  "webhook-urls": "WebhookUrlTest",
  json: "JsonTest",
  receiver: "ReceiverVectorsTest",
  client: "ClientVectorsTest",
};
const CLASS_PATH = "target/classes:target/dependency/*";
/** From its class: the receiver is started from its source, as its README says. */
const example = (name: string): Command => ["java", ...QUICK_JVM, "-cp", `${CLASS_PATH}:target/examples`, name];

judgeLanguage({
  language: "java",
  toolchain: [
    ["java", "--version"],
    ["javac", "--version"],
    ["mvn", "--batch-mode", "--version"],
  ],
  build: [
    [...MAVEN, "-DskipTests", "package"],
    ["javac", "-cp", CLASS_PATH, "-d", "target/examples", "examples/Onboarding.java", "examples/Pay.java"],
  ],
  test: [...MAVEN, "test"],
  testOf: (vectors) => [
    `src/test/java/collectionscontract/${TESTS[vectors]}.java`,
    // What `package` compiled.
    [...MAVEN, `-Dtest=${TESTS[vectors]}`, "surefire:test"],
  ],
  receiver: ["java", "-cp", CLASS_PATH, "examples/PaymentReceiver.java"],
  client: example("Onboarding"),
  pay: example("Pay"),
});
