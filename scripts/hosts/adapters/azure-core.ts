/** What the host of Azure Functions gives to `@azure/functions`, as far as functions over HTTP need it. */

type Callback = (...inputs: unknown[]) => unknown;
type Invocation = {
  getArguments(): Promise<{ context: unknown; inputs: unknown[] }>;
  invokeFunction(context: unknown, inputs: unknown[], callback: Callback): Promise<unknown>;
  getResponse(context: unknown, result: unknown): Promise<{ returnValue: { http: RpcHttp } }>;
};
/** A message between host and worker. */
export type RpcHttp = { statusCode: string; headers: Record<string, string>; body?: { bytes?: Uint8Array } };
type Metadata = { name: string; bindings: Record<string, { type: string; name?: string }> };

/** What was registered. */
export const registered: {
  model?: { getInvocationModel(context: object): Invocation };
  functions: { metadata: Metadata; callback: Callback }[];
} = { functions: [] };

export function setProgrammingModel(model: NonNullable<typeof registered.model>): void {
  registered.model = model;
}

export function registerFunction(metadata: Metadata, callback: Callback): void {
  registered.functions.push({ metadata, callback });
}

export function log(): void {}
