import 'server-only';
import type { LetterOffers } from '../../model/letter-offers';
import { reads } from '../reads/registry';

/** As the registry says. @param workspace null: this installation */
export function letterOffers(workspace: string | null): LetterOffers {
  const kind = workspace === null ? 'embedded' : 'cluster';
  return { redrive: reads.redrivePlan.engines.includes(kind), discard: reads.discards.engines.includes(kind) };
}
