/** Frameworks of Java: each with the classes of the package, and what Maven brings for it. */

import { MAVEN } from "../java.ts";
import { renderPom } from "../pom.ts";
import type { Framework, Setup } from "./framework.ts";

const COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";
const CLASSES = "<project>/classes:<package>/target/classes:<package>/target/dependency/*:<project>/libraries/*";
const IMPORTS = "More than twenty lines: a third of them are imports.";

export const JAVA_SETUP: Setup = {
  toolchain: [
    ["java", "--version"],
    ["mvn", "--batch-mode", "--version"],
  ],
  install: [[...MAVEN, "-Dmaven.test.skip", "process-classes"]],
};

type Artifact = `${string}:${string}:${string}`;
const DRIVER = "org.postgresql:postgresql:42.7.7";

function java(
  id: string,
  name: string,
  recipe: string,
  artifacts: readonly [Artifact, ...Artifact[]],
  files: Readonly<Record<string, string>> = {},
) {
  const all = { "pom.xml": renderPom([...artifacts, DRIVER]), ...files };
  const place = `payments/${recipe}.java`;
  const sources = [place, ...Object.keys(files).filter((path) => path.endsWith(".java"))];
  return {
    id,
    name,
    language: "java" as const,
    file: `${recipe}.java`,
    place,
    database: "PostgreSQL" as const,
    address: "jdbc:postgresql://127.0.0.1:<pg>/<name>?user=inbox",
    needs: [["echo", artifacts[0].split(":")[2] ?? ""] as const],
    files: all,
    build: [
      [...MAVEN, COPY, "-DoutputDirectory=libraries"] as const,
      ["javac", "--release", "17", "-parameters", "-cp", CLASSES, "-d", "classes", ...sources] as const,
    ],
    start: ["java", "-cp", CLASSES, `payments.${recipe}`] as const,
    moreLines: IMPORTS,
  };
}

const BOOT = "3.5.8";
const APPLICATION = `package payments;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class Application {
  public static void main(String[] args) {
    SpringApplication.run(Application.class, args);
  }
}
`;
const PROPERTIES = `spring.datasource.url=\${DATABASE_URL}
webhook.secret=\${WEBHOOK_SECRET}
server.port=\${PORT}
server.address=127.0.0.1
`;

/** The starters for web, security and jdbc. */
const STARTERS = [
  `org.springframework.boot:spring-boot-starter-web:${BOOT}`,
  `org.springframework.boot:spring-boot-starter-security:${BOOT}`,
  `org.springframework.boot:spring-boot-starter-jdbc:${BOOT}`,
] as const;

function spring(id: string, name: string, recipe: string): Framework {
  const files = { "payments/Application.java": APPLICATION, "classes/application.properties": PROPERTIES };
  return {
    ...java(id, name, recipe, STARTERS, files),
    start: ["java", "-cp", CLASSES, "payments.Application"],
  };
}

export const JAVA: readonly Framework[] = [
  { ...spring("spring-boot", "Spring Boot with Security", "SpringPayments"), isShort: true },
  java("tomcat", "Tomcat, servlet", "TomcatPayments", ["org.apache.tomcat.embed:tomcat-embed-core:10.1.49"]),
  java("jetty", "Jetty, servlet", "JettyPayments", ["org.eclipse.jetty.ee10:jetty-ee10-servlet:12.0.30"]),
  {
    ...spring("spring-outbox", "a table as a queue, Spring Boot", "SpringOutbox"),
    isQueue: true,
    moreLines: "More than twenty lines: a third of them are imports, and a third the worker.",
  },
];
