import { areCompared } from "./bounds.ts";

// The others are in test/on-demand/diff-bounds.test.ts.
areCompared(["allOf of 5,000 parts that restrict one property", "600 operations with 600 ways to authenticate"]);
