import type { RedirectRow } from '../../store/queries/redirect/redirect-rows';
import { type AuditText, shownTo } from '../audit/shown';
import type { BrokerContext } from '../context';
import { prefixesOf, wholeOf } from '../in-team';

/**
 * Redirects as the caller may see them. The reason of one, and why it was paused, can name a topic or group of another
 * team: a team reads them as it reads the same texts in the audit log.
 */
export async function redirectsShown<Row extends RedirectRow>(
  { store }: BrokerContext,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const scope = prefixesOf(store);
  if (scope === null) return rows;
  const whyOf = ({ stateWhy, stateBy }: Row): AuditText => textBy(stateBy ?? '', stateWhy);
  const reasonOf = ({ reason, createdBy }: Row): AuditText => textBy(createdBy, reason);
  const reader = { scope, seen: store, whole: wholeOf(store) };
  const show = await shownTo(reader, [...rows.map(whyOf), ...rows.map(reasonOf)]);
  return rows.map((row) => ({
    ...row,
    ...{ stateWhy: show(whyOf(row)).reason, reason: show(reasonOf(row)).reason ?? '' },
  }));
}

/** The kind of a writer is not kept with a redirect: accounts are addresses, and what Redrive does has fixed names. */
function textBy(actor: string, reason: string | null): AuditText {
  const actorKind = actor.includes('@') ? 'operator' : /^(?:redirect SR-\d+|restore)$/.test(actor) ? 'system' : 'token';
  return { actorKind, actor, action: '', reason, before: null, after: null, counts: null };
}
