import { redriveStays, type StayingLetter } from '../../store/queries/redrive/redrive-stays';
import type { BrokerContext } from '../context';
import { type ScopedSelection, toSelectionMatch } from '../dead-letter/selection';

/** Each page looks through the whole set again: few and large ones. */
const PAGE = 20_000;

/**
 * What a start with the same selection would leave behind, each with the reason, page by page. The set is frozen by its
 * `throughId`. @throws BrokerError bad-request, group-not-found
 */
export async function* listStays(
  ctx: BrokerContext,
  selection: ScopedSelection,
): AsyncGenerator<readonly StayingLetter[]> {
  const match = await toSelectionMatch(ctx, selection);
  let afterId = 0;
  for (;;) {
    const page = await redriveStays(ctx.store.console, match, selection.leaveOut, { afterId, limit: PAGE });
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    afterId = page.at(-1)?.id ?? afterId;
  }
}
