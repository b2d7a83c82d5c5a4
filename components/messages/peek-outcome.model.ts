import { describeCause } from '@/components/ui/delivery-cause.model';
import { msg, t } from '@/lib/model/language/t';
import type { TimelineDelivery } from '@/lib/model/message/timeline';

/** Null: its cause says more. */
const STATES: Readonly<Record<TimelineDelivery['state'], string | null>> = {
  'in-flight': msg('in flight'),
  consumed: msg('consumed'),
  restarted: msg('delivered again'),
  failed: null,
  revoked: null,
  lost: null,
};

/** The outcome of a delivery, in a few words. Pure. */
export function outcomeOf({ state, cause }: Pick<TimelineDelivery, 'state' | 'cause'>): string {
  const words = STATES[state];
  return words === null ? describeCause(cause) : t(words);
}
