// Kubb takes its plugins from a file alone.
import { defineConfig } from "@kubb/core";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";
import { pluginZod } from "@kubb/plugin-zod";

export default defineConfig({
  output: { path: "./generated", clean: false },
  plugins: [pluginOas(), pluginTs(), pluginZod({ version: "4" })],
});
