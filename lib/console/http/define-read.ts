import 'server-only';
import type { z } from 'zod';
import { authorize, type Permission } from '../../auth/permission';
import type { ReadResult } from '../../model/read-result';
import { consoleContext, type ConsoleContext } from './context';
import { databaseNow } from './database-time';
import { parseInput } from './parse-input';
import { respond } from './respond';
import { requirePrincipal } from './session';

interface ReadDefinition<Schema extends z.ZodType, T> {
  readonly permission: Permission;
  /** Of the search params: strings in, typed values out. */
  readonly input: Schema;
  /** Returns plain values that survive JSON: ISO times, big integers as strings. */
  readonly run: (ctx: ConsoleContext, input: z.output<Schema>) => Promise<T>;
}

export interface ConsoleRead<Schema extends z.ZodType = z.ZodType, T = unknown> {
  readonly input: Schema;
  /** For the server component. Call requirePermission first: this throws where that shows the 403 page. */
  readonly load: (params: { readonly [Key in keyof z.input<Schema>]?: unknown }) => Promise<ReadResult<T>>;
  /** What useLiveQuery asks for. */
  readonly GET: (request: Request) => Promise<Response>;
}

/** One read model, for the first render and for live refetches. Listed by name in lib/console/reads/registry. */
export function defineRead<Schema extends z.ZodType, T>(definition: ReadDefinition<Schema, T>): ConsoleRead<Schema, T> {
  const timed = async (ctx: ConsoleContext, params: unknown): Promise<ReadResult<T>> => {
    const input = parseInput(definition.input, params);
    // taken before reading: the data is at least this fresh
    const asOf = await databaseNow(ctx.store.console);
    const startedAt = performance.now();
    const data = await definition.run(ctx, input);
    return { data, asOf, tookMs: Math.round((performance.now() - startedAt) * 10) / 10 };
  };
  return {
    input: definition.input,
    load: async (params: unknown) => {
      const principal = await requirePrincipal();
      authorize(principal, definition.permission);
      return timed(consoleContext(principal), definedOnly(params as Readonly<Record<string, unknown>>));
    },
    GET: (request) =>
      respond(request, definition.permission, (ctx) =>
        timed(ctx, Object.fromEntries(new URL(request.url).searchParams)),
      ),
  };
}

/** A repeated param arrives as an array; the first one counts, as it does for the browser's URLSearchParams.get. */
function definedOnly(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params)
      .map(([name, value]): [string, unknown] => [name, Array.isArray(value) ? value[0] : value])
      .filter(([, value]) => value !== undefined && value !== ''),
  );
}
