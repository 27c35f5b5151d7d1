// Kubb takes its plugins from a file alone. With `serverIndex` it would write the host of the API into every call, the
// token's too.
import { defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";

export default defineConfig({
  output: { path: "./generated", clean: false },
  plugins: [pluginOas(), pluginTs(), pluginClient({ client: "axios", bundle: true })],
});
