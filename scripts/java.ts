/** Options of a JVM that ends within seconds: one compiler and one collector, for half of the CPU. */
export const QUICK_JVM = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"] as const;

/** Maven, which runs tests in such a JVM. Its own has these options from MAVEN_OPTS. */
export const MAVEN = ["mvn", "--quiet", "--batch-mode", `-DargLine=${QUICK_JVM.join(" ")}`] as const;
