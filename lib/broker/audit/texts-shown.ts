import type { BrokerContext } from '../context';
import { prefixesOf, wholeOf } from '../in-team';
import { type AuditText, shownTo } from './shown';

/** A text, with the name of its writer. */
type Written = readonly [by: string, text: string | null];

/**
 * Reasons as the caller may read them outside the audit log: they can name a topic or group of another team. A team
 * reads them as it reads the same texts in the audit log.
 */
export async function textsShown(
  { store }: Pick<BrokerContext, 'store'>,
  written: readonly Written[],
): Promise<(...each: Written) => string | null> {
  const scope = prefixesOf(store);
  if (scope === null) return (_by, text) => text;
  const reader = { scope, seen: store, whole: wholeOf(store) };
  const show = await shownTo(
    reader,
    written.map((each) => textBy(...each)),
  );
  return (...each) => show(textBy(...each)).reason;
}

/** The kind of a writer is not kept with a reason: accounts are addresses, and what Redrive does has fixed names. */
function textBy(actor: string, reason: string | null): AuditText {
  const actorKind = actor.includes('@') ? 'operator' : /^(?:redirect SR-\d+|restore)$/.test(actor) ? 'system' : 'token';
  return { actorKind, actor, action: '', reason, before: null, after: null, counts: null };
}
