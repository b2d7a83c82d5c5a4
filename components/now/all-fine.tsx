'use client';

import { CircleCheck, UserCheck } from 'lucide-react';
import { Icon } from '@/components/ui/icon';
import { plural } from '@/components/ui/number.model';
import { Time } from '@/components/ui/time';
import { UnknownMark } from '@/components/ui/unknown-mark';
import type { ProblemsPage } from '@/lib/console/operations/problems/views';
import styles from './now.module.css';

/** No problem was found that no operator has in hand. Green only when there is none at all, and each was looked for. */
export function AllFine({ page, asOf }: { readonly page: ProblemsPage; readonly asOf: string }) {
  const unsure = page.checks.filter(({ found }) => found === null).length;
  const inHand = page.acknowledged.length > 0;
  const title = inHand ? 'No other open problem' : 'No open problems';
  return (
    <section className="panel" aria-label="Open problems">
      <div className={styles.fine} data-state={unsure === 0 && !inHand ? 'fine' : 'unsure'}>
        {unsure > 0 ? <UnknownMark size={22} /> : <Icon of={inHand ? UserCheck : CircleCheck} size={22} />}
        <div>
          <h2>{unsure === 0 ? title : 'No problem found, but some checks could not be made'}</h2>
          <p className="small text-2">
            {plural(page.groupCount, 'group')} checked <Time at={asOf} style="clock" />, again every 10 s.{' '}
            {unsure === 0 ? 'The checks are listed below.' : `${plural(unsure, 'check')} below is unknown.`}
          </p>
        </div>
      </div>
    </section>
  );
}
