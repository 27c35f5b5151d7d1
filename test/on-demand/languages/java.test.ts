import { judgeLanguage } from "./harness.ts";

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
  vectors: ["receiver", "client"],
  receiver: ["java", "-cp", CLASS_PATH, "examples/PaymentReceiver.java"],
  client: ["java", "-cp", CLASS_PATH, "examples/Onboarding.java"],
  pay: ["java", "-cp", CLASS_PATH, "examples/Pay.java"],
});
