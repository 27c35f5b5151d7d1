export * from "../../scripts/on-demand.ts";
