import 'server-only';
import { type ClusterEngine, clusterNotFound } from '../../engine';
import { BrokerError } from '../../model/errors';
import type { EngineKind } from '../../model/workspace';
import { getRuntime } from '../../runtime/singleton';
import { type Permission, type Principal, scopeOf } from '../../auth/permission';
import { consoleContext, type ConsoleContext, type ReadContext } from './context';
import { masked, withMasks } from './masked';

/** What a verb gets that an attached cluster answers. */
export type InCluster<Context> = Context & { readonly engine: ClusterEngine };
export type ClusterContext = InCluster<ConsoleContext>;
export type ClusterReadContext = InCluster<ReadContext>;

/**
 * One verb and how each engine answers it: the same input, the same answer, so that no page knows which one it was. An
 * engine without an entry does not offer the verb.
 */
export interface PerEngine<Input, T, Context = ConsoleContext> {
  /** The embedded broker. */
  readonly run?: ((ctx: Context, input: Input) => Promise<T>) | undefined;
  /** An attached cluster. */
  readonly runInCluster?: ((ctx: InCluster<Context>, input: Input) => Promise<T>) | undefined;
  /** About dead letters: `run` answers for an attached cluster too, from the index of its letters. */
  readonly ofLetters?: true | undefined;
  /** Why an engine lacks it; absent or null: there is no more to say. */
  readonly whyNot?: ((engine: EngineKind) => string | null) | undefined;
}

/** Of a read, an action or a route: the column `engines` of their registries. */
export function enginesOf(entry: PerEngine<never, unknown, never>): readonly EngineKind[] {
  const { run, runInCluster, ofLetters } = entry;
  return [
    ...(run === undefined ? [] : ['embedded' as const]),
    ...(runInCluster === undefined && ofLetters === undefined ? [] : ['cluster' as const]),
  ];
}

export type EngineAnswer<T> =
  | { readonly offered: true; readonly value: T }
  | { readonly offered: false; readonly reason: string };

/** @param workspace undefined: this installation @throws BrokerError not-found, and whatever the verb refuses */
export async function askEngine<Input, T, Context extends Pick<ConsoleContext, 'broker' | 'store'>>(
  { run, runInCluster, ofLetters, whyNot }: PerEngine<Input, T, Context>,
  ctx: Context,
  workspace: string | undefined,
  input: Input,
): Promise<EngineAnswer<T>> {
  if (workspace === undefined)
    return run === undefined
      ? {
          offered: false,
          reason: whyNot?.('embedded') ?? 'Only an attached cluster offers this: the embedded broker needs none of it.',
        }
      : { offered: true, value: await run(ctx, input) };
  if (ofLetters === true && run !== undefined)
    return { offered: true, value: await run(await withLetters(ctx, workspace), input) };
  const found = await getRuntime().clusters.find(workspace);
  const engine = { ...found, letters: withMasks(found.letters, ctx.broker.masks) };
  return runInCluster === undefined
    ? {
        offered: false,
        reason: whyNot?.('cluster') ?? `This is not offered for an attached cluster, and ${workspace} is one.`,
      }
    : { offered: true, value: await runInCluster({ ...ctx, engine }, input) };
}

/** The same caller, and the dead letters of a workspace. @throws BrokerError not-found */
export async function withLetters<Context extends Pick<ConsoleContext, 'broker' | 'store'>>(
  ctx: Context,
  workspace: string | undefined,
): Promise<Context> {
  if (workspace === undefined) return ctx;
  const { letters } = await getRuntime().clusters.find(workspace);
  const broker = withMasks(letters, ctx.broker.masks);
  return { ...ctx, broker, store: broker.store };
}

/** What the caller may see of the dead letters of a workspace. @throws BrokerError not-found */
export async function scopedLetters(
  principal: Principal,
  permission: Permission,
  workspace: string | undefined,
): Promise<ConsoleContext> {
  const scope = scopeOf(principal, permission);
  if (workspace !== undefined && scope !== null) throw clusterNotFound(workspace);
  return withLetters(await masked(consoleContext(principal, permission), principal), workspace);
}

/** For callers over the wire, where every answer is a value or a refusal. @throws BrokerError unsupported */
export function requireOffered<T>(answer: EngineAnswer<T>): T {
  if (answer.offered) return answer.value;
  throw new BrokerError('unsupported', answer.reason, { field: 'workspace', limit: 'a workspace that offers this' });
}

/** @throws BrokerError bad-request */
export function workspaceIn(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  throw new BrokerError('bad-request', 'workspace must be the name of an attached cluster.', { field: 'workspace' });
}
