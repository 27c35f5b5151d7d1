/** The classes of commander with the typings of a development package: the classes are the same. */

import type * as typings from "@commander-js/extra-typings";
import * as commander from "commander";

export const { Argument, Command, Option } = commander as typeof typings;
export type Command = typings.Command;
