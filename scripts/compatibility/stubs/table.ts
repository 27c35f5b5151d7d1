/** The generators of server stubs, in the order of the page. */

import { GO_STUBS } from "./go.ts";
import { JVM_STUBS } from "./jvm.ts";
import { PYTHON_STUBS } from "./python.ts";
import { RUST_STUBS } from "./rust.ts";
import type { Stub } from "./stub.ts";
import { TYPESCRIPT_STUBS } from "./typescript.ts";

export const STUBS: readonly Stub[] = [...PYTHON_STUBS, ...GO_STUBS, ...TYPESCRIPT_STUBS, ...JVM_STUBS, ...RUST_STUBS];
