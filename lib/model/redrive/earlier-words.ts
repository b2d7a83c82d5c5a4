import { enumerated } from '../language/list';
import { msg, t } from '../language/t';
import { type DeadVerdict, type EarlierRedrive, redriveName } from './redrive';

const WORDS: Readonly<Record<DeadVerdict, string>> = {
  'died-again': msg('failed again'),
  recalled: msg('recalled'),
  cancelled: msg('not released'),
  excluded: msg('excluded'),
};

/** "failed again in RD-7, without the failing cause". */
export function earlierWords({ redriveId, verdicts, withoutCauses = [] }: EarlierRedrive): string {
  const chosen = t('{verdicts} in {redrive}', {
    verdicts: enumerated(verdicts.map((verdict) => t(WORDS[verdict]))),
    redrive: redriveName(redriveId),
  });
  return withoutCauses.length === 0 ? chosen : t('{scope}, without the failing cause', { scope: chosen });
}
