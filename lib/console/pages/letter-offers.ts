import 'server-only';
import type { LetterOffers } from '../../model/dead-letter/letter-offers';
import { whyNot } from '../../model/why-not';
import type { ConsoleRead } from '../http/define-read';
import { reads } from '../reads/registry';

/** As the registry says. @param workspace null: this installation */
export function letterOffers(workspace: string | null): LetterOffers {
  const kind = workspace === null ? 'embedded' : 'cluster';
  const has = ({ engines }: ConsoleRead): boolean => engines.includes(kind);
  // A client is known where each failed delivery is.
  return {
    ...{ redrive: has(reads.redrivePlan), discard: has(reads.discards), lastClient: has(reads.messages) },
    noRedirect: whyNot(kind, 'redirects'),
  };
}
