import { fromKept, toldFrom } from '../../model/language/retell';
import { english, msg, type Reason } from '../../model/language/t';
import type { RedirectRow } from '../../store/queries/redirect/redirect-rows';
import { textsShown } from '../audit/texts-shown';
import type { BrokerContext } from '../context';

export type RedirectShown<Row extends RedirectRow = RedirectRow> = Omit<Row, 'stateWhy'> & {
  readonly stateWhy: Reason | null;
};

/** Written by a statement (group-delete). */
const WRITTEN: readonly string[] = [msg('its group was deleted')];

/** Why it was paused, resumed or ended: the words of a person, or a message of ours. */
export function whyOf({ stateWhy }: Pick<RedirectRow, 'stateWhy'>): Reason | null {
  if (stateWhy === null) return null;
  const why = fromKept(stateWhy);
  return typeof why === 'string' ? toldFrom(WRITTEN, why) : why;
}

/** Redirects as the caller may see them: without names of other teams in their reason, and in why they were paused. */
export async function redirectsShown<Row extends RedirectRow>(
  ctx: BrokerContext,
  rows: readonly Row[],
): Promise<readonly RedirectShown<Row>[]> {
  const whys = rows.map(whyOf);
  const texts = whys.map((why) => (why === null ? null : english(why)));
  const show = await textsShown(
    ctx,
    rows.flatMap(({ stateBy, createdBy, reason }, index) => [
      [stateBy ?? '', texts[index] ?? null] as const,
      [createdBy, reason] as const,
    ]),
  );
  return rows.map((row, index) => {
    const text = texts[index] ?? null;
    const shown = show(row.stateBy ?? '', text);
    // With a name left out it is another text.
    const stateWhy = shown === text ? (whys[index] ?? null) : shown;
    return { ...row, stateWhy, reason: show(row.createdBy, row.reason) ?? '' };
  });
}
