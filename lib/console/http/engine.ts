import 'server-only';
import type { ClusterEngine } from '../../engine';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { whyNot } from '../../model/why-not';
import { type EngineKind, ENGINES } from '../../model/workspace';
import { getRuntime } from '../../runtime/singleton';
import type { ConsoleContext } from './context';
import { withMasks } from './masked';

/** Which engine a verb is asked of: an attached cluster, or null, the embedded broker. */
export type AtEngine<Context> = Context & { readonly cluster: ClusterEngine | null };

/** One verb for both engines: the same input, the same answer, so that no page knows which one it was. */
export interface PerEngine<Input, T, Context = ConsoleContext> {
  readonly run: (ctx: AtEngine<Context>, input: Input) => Promise<T>;
  /** Why an engine lacks it; null: it does not. Absent: it is of this installation. */
  readonly lacks?: ((engine: EngineKind) => string | null) | undefined;
}

const ofInstallation = (engine: EngineKind): string | null => whyNot(engine, 'installation');

/** Of a read, an action or a route: the column `engines` of their registries. */
export function enginesOf({ lacks = ofInstallation }: Pick<PerEngine<never, unknown, never>, 'lacks'>) {
  return ENGINES.filter((engine) => lacks(engine) === null);
}

/** @param workspace undefined: this installation @throws BrokerError not-found, unsupported, what the verb refuses */
export async function askEngine<Input, T, Context extends Pick<ConsoleContext, 'broker' | 'store'>>(
  { run, lacks = ofInstallation }: PerEngine<Input, T, Context>,
  ctx: Context,
  workspace: string | undefined,
  input: Input,
): Promise<T> {
  const found = workspace === undefined ? null : await getRuntime().clusters.find(workspace);
  const reason = lacks(found === null ? 'embedded' : 'cluster');
  if (reason !== null)
    throw new BrokerError('unsupported', reason, { field: 'workspace', limit: 'a workspace that offers this' });
  const cluster = found && { ...found, letters: withMasks(found.letters, ctx.broker.masks) };
  return await run({ ...ctx, cluster }, input);
}

/** @throws BrokerError bad-request */
export function workspaceIn(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  throw new BrokerError('bad-request', told('workspace must be the name of an attached cluster.'), {
    field: 'workspace',
  });
}
