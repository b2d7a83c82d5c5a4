import type { RedirectRow } from '../../store/queries/redirect/redirect-rows';
import { textsShown } from '../audit/texts-shown';
import type { BrokerContext } from '../context';

/** Redirects as the caller may see them: without names of other teams in their reason, and in why they were paused. */
export async function redirectsShown<Row extends RedirectRow>(
  ctx: BrokerContext,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const show = await textsShown(
    ctx,
    rows.flatMap(({ stateBy, stateWhy, createdBy, reason }) => [
      [stateBy ?? '', stateWhy] as const,
      [createdBy, reason] as const,
    ]),
  );
  return rows.map((row) => ({
    ...row,
    ...{ stateWhy: show(row.stateBy ?? '', row.stateWhy), reason: show(row.createdBy, row.reason) ?? '' },
  }));
}
