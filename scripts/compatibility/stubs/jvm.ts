/** Server stubs of Java and Kotlin. */

import { springStub } from "./build/jvm.ts";
import { openapiGeneratorStub, type Stub } from "./stub.ts";

const SPRING = {
  quick: false,
  needs: ["java", "javac", "mvn"],
  how: "a filter, whose request can be read again",
  trap: "the model; the stream of the request is at its end",
  options: ["--additional-properties=delegatePattern=true"],
};

export const JVM_STUBS: readonly Stub[] = [
  openapiGeneratorStub("spring", "Java", {
    ...SPRING,
    keep: "KeepBytes.java",
    build: springStub("org.openapitools.OpenApiGeneratorApplication", "src/main/java", "Deliveries.java"),
  }),
  openapiGeneratorStub("kotlin-spring", "Kotlin", {
    ...SPRING,
    keep: "KeepBytes.kt",
    build: springStub("org.openapitools.ApplicationKt", "src/main/kotlin", "Deliveries.kt"),
  }),
];
