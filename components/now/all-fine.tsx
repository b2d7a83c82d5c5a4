'use client';

import { CircleCheck, UserCheck } from 'lucide-react';
import { Icon } from '@/components/ui/icon';
import { Said } from '@/components/ui/said';
import { Time } from '@/components/ui/time';
import { UnknownMark } from '@/components/ui/unknown-mark';
import type { ProblemsPage } from '@/lib/console/operations/problems/views';
import { pieces, t } from '@/lib/model/language/t';
import styles from './now.module.css';

/** No problem was found that no operator has in hand. Green only when there is none at all, and each was looked for. */
export function AllFine({ page, asOf }: { readonly page: ProblemsPage; readonly asOf: string }) {
  const unsure = page.checks.filter(({ found }) => found === null).length;
  const inHand = page.acknowledged.length > 0;
  const title = inHand ? t('No other open problem') : t('No open problems');
  return (
    <section className="panel" aria-label={t('Open problems')}>
      <div className={styles.fine} data-state={unsure === 0 && !inHand ? 'fine' : 'unsure'}>
        {unsure > 0 ? <UnknownMark size={22} /> : <Icon of={inHand ? UserCheck : CircleCheck} size={22} />}
        <div>
          <h2>{unsure === 0 ? title : t('No problem found, but some checks could not be made')}</h2>
          <p className="small text-2">
            <Said
              of={pieces('{count, plural, one {# group} other {# groups}} checked {time}, again every 10 s.', {
                count: page.groupCount,
                time: <Time at={asOf} style="clock" />,
              })}
            />{' '}
            {unsure === 0
              ? t('The checks are listed below.')
              : t('{unsure, plural, one {# check below is} other {# checks below are}} unknown.', { unsure })}
          </p>
        </div>
      </div>
    </section>
  );
}
