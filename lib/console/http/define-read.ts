import 'server-only';
import { cache } from 'react';
import type { z } from 'zod';
import type { Permission, Principal } from '../../auth/permission';
import { noteBodies } from '../../broker';
import { speech } from '../../model/language/speech';
import { FIRST_READ } from '../../model/read-path';
import type { ReadResult } from '../../model/read-result';
import type { EngineKind } from '../../model/workspace';
import { wholeContext, type ConsoleContext, type ReadContext } from './context';
import { databaseNow, withoutPause } from '../../engine';
import { authorizeNoted } from './denial';
import { askEngine, enginesOf, type PerEngine, workspaceIn } from './engine';
import { FreshReads } from './fresh-reads';
import { parseInput } from './parse-input';
import { respond } from './respond';
import { requirePrincipal } from './session';
import { enterSubject, type Guarded } from './subject';

/** Returns plain values that survive JSON: ISO times, big integers as strings. */
interface Definition<Schema extends z.ZodType, T, Context>
  extends PerEngine<z.output<Schema>, T, Context>, Guarded<z.output<Schema>> {
  /** The messages whose bodies an answer shows, or parts of them: who reads them is noted in the audit log. */
  readonly bodiesIn?: (data: NoInfer<T>, input: z.output<Schema>) => readonly string[];
  /** The answer without them, for when that cannot be noted; absent: there is none then. */
  readonly withoutBodies?: (data: NoInfer<T>) => NoInfer<T>;
  /** Of the search params: strings in, typed values out. `workspace` is read before it. */
  readonly input: Schema;
  /** Before they are checked: numbers and flags of texts. */
  readonly mendInput?: (params: Readonly<Record<string, unknown>>) => Record<string, unknown>;
}

/** Open tabs read the same at the same moments: one read answers all of the same rights, unless it is of one person. */
type ReadDefinition<Schema extends z.ZodType, T> =
  | (Definition<Schema, T, ReadContext> & { readonly personal?: false })
  | (Definition<Schema, T, ConsoleContext> & { readonly personal: true });

export interface ConsoleRead<Schema extends z.ZodType = z.ZodType, T = unknown> {
  readonly input: Schema;
  readonly permission: Permission;
  /** What it is about; a function finds it from the input. */
  readonly subject: unknown;
  readonly engines: readonly EngineKind[];
  /** For the server component. Call requirePermission first: this throws where that shows the 403 page. */
  readonly load: (
    params: { readonly [Key in keyof z.input<Schema>]?: unknown } & { readonly workspace?: unknown },
  ) => Promise<ReadResult<T>>;
  /** What useLiveQuery asks for. */
  readonly GET: (request: Request) => Promise<Response>;
}

/** One read model, for the first render and for live refetches. Listed by name in lib/console/reads/registry. */
export function defineRead<Schema extends z.ZodType, T>(definition: ReadDefinition<Schema, T>): ConsoleRead<Schema, T> {
  const reads = new FreshReads<ReadResult<T>>();
  const read = async (
    principal: Principal,
    params: Record<string, unknown>,
    waits: 'person' | 'nothing',
  ): Promise<ReadResult<T>> => {
    const { workspace: given, ...rest } = params;
    const workspace = workspaceIn(given);
    const input = parseInput(definition.input, definition.mendInput?.(rest) ?? rest);
    const ctx = await enterSubject(principal, definition, input, workspace, true);
    const { role, grants } = principal;
    const result =
      definition.personal === true || definition.subject === 'own'
        ? await timed(ctx, workspace, input)
        : await reads.run(JSON.stringify([speech().language, role, grants, workspace, input, waits]), () =>
            timed(ctx, workspace, input),
          );
    try {
      await noteBodies(
        wholeContext(principal),
        'read-body',
        definition.bodiesIn?.(result.data, input) ?? [],
        workspace,
      );
      return result;
    } catch (error) {
      if (definition.withoutBodies === undefined) throw error;
      ctx.broker.log.warn({ error }, 'who reads bodies cannot be noted: they are left out');
      return { ...result, data: definition.withoutBodies(result.data) };
    }
  };
  const timed = async (
    ctx: ConsoleContext,
    workspace: string | undefined,
    input: z.output<Schema>,
  ): Promise<ReadResult<T>> => {
    // taken before reading: the data is at least this fresh
    const asOf = await databaseNow(ctx.store.console);
    const startedAt = performance.now();
    const data = await askEngine<z.output<Schema>, T, ConsoleContext>(definition, ctx, workspace, input);
    return { data, asOf, tookMs: Math.round((performance.now() - startedAt) * 10) / 10 };
  };
  // A layout and its page are rendered side by side: what both show is read once for the request, and is the same.
  const loadOnce = cache(async (params: string) => {
    const principal = await requirePrincipal();
    await authorizeNoted(principal, definition.permission, definition.subject);
    return withoutPause(() => read(principal, JSON.parse(params) as Record<string, unknown>, 'person'));
  });
  return {
    input: definition.input,
    permission: definition.permission,
    subject: definition.subject,
    engines: enginesOf(definition),
    load: (params: unknown) => loadOnce(JSON.stringify(definedOnly(params as Readonly<Record<string, unknown>>))),
    GET: (request) =>
      respond(request, definition, (principal) => {
        const params = Object.fromEntries(new URL(request.url).searchParams);
        return request.headers.get(FIRST_READ) === '1'
          ? withoutPause(() => read(principal, params, 'person'))
          : read(principal, params, 'nothing');
      }),
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
