import 'server-only';
import type { ClusterEngine } from '../../engine';
import { BrokerError } from '../../model/errors';
import type { EngineKind } from '../../model/workspace';
import { getRuntime } from '../../runtime/singleton';
import type { ConsoleContext, ReadContext } from './context';
import { withMasks } from './masked';

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
  /** Why an engine lacks it; absent or null: there is no more to say. */
  readonly whyNot?: ((engine: EngineKind) => string | null) | undefined;
}

/** Of a read, an action or a route: the column `engines` of their registries. */
export function enginesOf(entry: PerEngine<never, unknown, never>): readonly EngineKind[] {
  const { run, runInCluster } = entry;
  return [
    ...(run === undefined ? [] : ['embedded' as const]),
    ...(runInCluster === undefined ? [] : ['cluster' as const]),
  ];
}

export type EngineAnswer<T> =
  | { readonly offered: true; readonly value: T }
  | { readonly offered: false; readonly reason: string };

/** @param workspace undefined: this installation @throws BrokerError not-found, and whatever the verb refuses */
export async function askEngine<Input, T, Context extends Pick<ConsoleContext, 'broker' | 'store'>>(
  { run, runInCluster, whyNot }: PerEngine<Input, T, Context>,
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
  const found = await getRuntime().clusters.find(workspace);
  const engine = { ...found, letters: withMasks(found.letters, ctx.broker.masks) };
  return runInCluster === undefined
    ? {
        offered: false,
        reason: whyNot?.('cluster') ?? `This is not offered for an attached cluster, and ${workspace} is one.`,
      }
    : { offered: true, value: await runInCluster({ ...ctx, engine }, input) };
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
