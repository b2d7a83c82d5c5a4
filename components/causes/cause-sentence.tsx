'use client';

import type { ReactElement } from 'react';
import { Link } from '@/components/ui/link';
import { useHere } from '@/components/live/use-here';
import { useWorkspace } from '@/components/live/use-workspace';
import { Time } from '@/components/ui/time';
import type { CausePage } from '@/lib/console/operations/causes/views';
import { Said } from '@/components/ui/said';
import { between, type Piece, pieces, t } from '@/lib/model/language/t';

/** What broke, whether it goes on, what remains. */
export function CauseSentence({ cause }: { readonly cause: CausePage }) {
  const { letters, outcomes, group, probably } = cause;
  const here = useHere();
  // Brokers do not tell how retries end.
  const isEmbedded = useWorkspace() === null;
  if (letters === 0) return <>{t('No dead letter of this cause is left in {group}.', { group })}</>;
  return (
    <>
      <Said of={lead(cause)} />
      {between()}
      {isEmbedded ? `${retriesSince(outcomes)}${between()}` : null}
      <Said
        of={pieces(
          `{letters, plural, one {# dead letter of {link} remains} other {# dead letters of {link} remain}}{probably, plural,
          =0 {.} other {; # more without a reported error probably have this cause.}}`,
          {
            letters,
            probably,
            link: (
              <Link href={here(`/groups/${encodeURIComponent(group)}`)} prefetch={false} className="underlined">
                {group}
              </Link>
            ),
          },
        )}
      />
    </>
  );
}

function lead({ lastAt, trend }: CausePage): readonly Piece<ReactElement>[] {
  const isOver = trend === 'stopped' || trend === 'none';
  if (lastAt === null) return [isOver ? t('No longer failing.') : t('Still failing.')];
  const time = <Time at={lastAt} />;
  return isOver
    ? pieces('<b>No dead letter since {time}.</b>', { time })
    : pieces('<b>Still failing: last dead letter at {time}.</b>', { time });
}

/** Says whether a fix works: what retries of this cause did after its last dead letter. */
function retriesSince({ succeeded, failed }: CausePage['outcomes']): string {
  const all = succeeded + failed;
  if (failed > 0 && failed === all)
    return t('{all, plural, one {The only retry} other {All # retries}} since then failed again.', { all });
  if (failed > 0) return t('{failed, number} of {all, number} retries since then failed again.', { failed, all });
  if (succeeded > 0)
    return t('{all, plural, one {# retry} other {# retries}} since then succeeded, and none failed.', { all });
  return t("No retry has finished since, so we can't tell yet whether it is fixed.");
}
