/**
 * The stand-in service keeps the contract. With its histories, other profiles and clocks:
 * test/on-demand/judge/sandbox.test.ts.
 */

import { it } from "vitest";
import { keepsTheContract } from "./stand-in.ts";

it("the profile default with a virtual clock", () => keepsTheContract("default", "virtual", ["history"]));
