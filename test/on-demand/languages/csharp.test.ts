import { judgeLanguage } from "./harness.ts";

const build = (project: string) => ["dotnet", "build", "--nologo", "--configuration", "Release", project] as const;

judgeLanguage({
  language: "csharp",
  toolchain: [["dotnet", "--version"]],
  // A newer runtime may run it, too.
  env: { DOTNET_CLI_TELEMETRY_OPTOUT: "1", DOTNET_NOLOGO: "1", DOTNET_ROLL_FORWARD: "Major" },
  build: [build("tests/CollectionsContract.Tests"), build("examples/PaymentReceiver")],
  test: ["dotnet", "tests/CollectionsContract.Tests/bin/Release/net8.0/CollectionsContract.Tests.dll"],
  receiver: ["dotnet", "examples/PaymentReceiver/bin/Release/net8.0/PaymentReceiver.dll"],
});
