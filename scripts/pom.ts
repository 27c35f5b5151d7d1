/** Returns a project of Maven with dependencies, each `group:artifact:version`. `build`: its element of that name. */
export function renderPom(dependencies: readonly string[], build = ""): string {
  const each = dependencies.map((one) => {
    const [group, artifact, version] = one.split(":");
    const names = `<groupId>${group}</groupId><artifactId>${artifact}</artifactId>`;
    return `<dependency>${names}<version>${version}</version></dependency>`;
  });
  return `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>payments</groupId><artifactId>payments</artifactId><version>1</version>
<dependencies>${each.join("\n")}</dependencies>${build}</project>\n`;
}
