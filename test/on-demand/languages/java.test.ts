import { judgeLanguage, type Vectors } from "./harness.ts";

const TESTS: Record<Vectors, string> = {
  signature: "WebhookSignatureTest",
  payloads: "ModelsTest",
  "webhook-urls": "WebhookUrlTest",
  json: "JsonTest",
  receiver: "ReceiverVectorsTest",
  client: "ClientVectorsTest",
};
const CLASS_PATH = "target/classes:target/dependency/*";

judgeLanguage({
  language: "java",
  toolchain: [
    ["java", "--version"],
    ["javac", "--version"],
    ["mvn", "--batch-mode", "--version"],
  ],
  build: [["mvn", "--quiet", "--batch-mode", "-DskipTests", "package"]],
  test: ["mvn", "--quiet", "--batch-mode", "test"],
  testOf: (vectors) => [
    `src/test/java/collectionscontract/${TESTS[vectors]}.java`,
    ["mvn", "--quiet", "--batch-mode", `-Dtest=${TESTS[vectors]}`, "test"],
  ],
  vectors: ["receiver", "client"],
  receiver: ["java", "-cp", CLASS_PATH, "examples/PaymentReceiver.java"],
  client: ["java", "-cp", CLASS_PATH, "examples/Onboarding.java"],
  pay: ["java", "-cp", CLASS_PATH, "examples/Pay.java"],
});
