import 'server-only';
import { t } from '../../model/language/t';
import { type Principal, reasonAgainst } from '../../auth/permission';
import { rankIn } from '../../auth/rank';
import type { BrokerContext } from '../../broker';
import { type Masks, masksOf, reaches } from '../../model/masking/masks';
import type { MaskingRule } from '../../model/masking/rule';
import { getRuntime } from '../../runtime/singleton';
import type { ConsoleContext } from './context';

type Caller = Pick<Principal, 'role' | 'grants'>;

/** While the rules cannot be read. */
const HIDE_ALL: MaskingRule = {
  ...{ name: 'unknown', topics: ['*'], wholeBody: true, paths: [], properties: ['*'] },
  ...{ seenFrom: 'nobody', shownTo: 'nobody' },
};

async function currentRules(): Promise<{ readonly rules: readonly MaskingRule[]; readonly version: number }> {
  const { ctx } = getRuntime();
  try {
    const { value, version } = await ctx.settings.find('masking');
    return { rules: value.rules, version };
  } catch (error) {
    ctx.log.warn({ error }, 'masking rules cannot be read: everything is hidden');
    return { rules: [HIDE_ALL], version: -1 };
  }
}

interface Known {
  readonly version: number;
  readonly masks: Map<string, Masks>;
}
/** Masks are the same object for callers of the same rights, and so are the brokers that have them. */
const knownOf = new WeakMap<BrokerContext, Known>();
const brokers = new WeakMap<Masks, WeakMap<BrokerContext, BrokerContext>>();
const MOST_KEPT = 200;
/** Not NO_MASKS: the rules were asked. */
const NOTHING_HIDDEN = masksOf([], () => 0);

/** What the masking rules hide from the caller, as they are now. */
export async function masksFor({ role, grants }: Caller): Promise<Masks> {
  const { rules, version } = await currentRules();
  if (rules.length === 0) return NOTHING_HIDDEN;
  const { ctx } = getRuntime();
  const before = knownOf.get(ctx);
  const isKnown = before?.version === version && before.masks.size < MOST_KEPT;
  const known = isKnown ? before : { version, masks: new Map<string, Masks>() };
  knownOf.set(ctx, known);
  const key = JSON.stringify([role, grants]);
  const masks = known.masks.get(key) ?? masksOf(rules, (topic) => rankIn({ role, grants }, topic));
  known.masks.set(key, masks);
  return masks;
}

/** The same broker for this caller: every answer that holds parts of messages goes by its masks. */
export function withMasks(broker: BrokerContext, masks: Masks): BrokerContext {
  if (broker.masks === masks) return broker;
  const made = brokers.get(masks) ?? new WeakMap<BrokerContext, BrokerContext>();
  brokers.set(masks, made);
  const masked = made.get(broker) ?? { ...broker, masks };
  made.set(broker, masked);
  return masked;
}

/** The context with the masks of its caller. */
export async function masked<Context extends Pick<ConsoleContext, 'broker'>>(
  ctx: Context,
  caller: Caller,
): Promise<Context> {
  return { ...ctx, broker: withMasks(ctx.broker, await masksFor(caller)) };
}

/** Null: the person may have shown what the rule hides. */
export function whyNotShow(principal: Principal, topic: string, { name, shownTo }: MaskingRule): string | null {
  if (principal.kind !== 'operator') return t('hidden values are shown to people, not to API tokens');
  return (
    reasonAgainst(principal, 'message:unmask') ??
    (shownTo !== 'nobody' && reaches(rankIn(principal, topic), shownTo)
      ? null
      : shownTo === 'nobody'
        ? t('rule {name} shows them to no role', { name })
        : t('rule {name} shows them from the role {role} on', { name, role: t(shownTo) }))
  );
}
