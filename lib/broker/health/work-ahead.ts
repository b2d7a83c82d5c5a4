import { FINGERPRINT_VERSION } from '../../model/dead-letter/fingerprint/fingerprint';
import { workAhead as read, type WokenLoop, type WorkAhead } from '../../store/queries/health/work-ahead';
import type { BrokerContext } from '../context';

export type { WokenLoop };

/** What the loops of a broker have to do, now or at a known time; a loop that is not named has nothing. */
export function workAhead({ store, clock }: BrokerContext): Promise<WorkAhead[]> {
  return read(store.broker, clock.nowOrNull(), FINGERPRINT_VERSION);
}
