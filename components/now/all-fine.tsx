'use client';

import { CircleCheck } from 'lucide-react';
import { Icon } from '@/components/ui/icon';
import { plural } from '@/components/ui/number.model';
import { Time } from '@/components/ui/time';
import { UnknownMark } from '@/components/ui/unknown-mark';
import type { ProblemsPage } from '@/lib/console/reads/problems';
import styles from './now.module.css';

/** No problem was found. Green only when each was looked for. */
export function AllFine({ page, asOf }: { readonly page: ProblemsPage; readonly asOf: string }) {
  const unsure = page.checks.filter(({ found }) => found === null).length;
  return (
    <section className="panel" aria-label="Needs you">
      <div className={styles.fine} data-state={unsure === 0 ? 'fine' : 'unsure'}>
        {unsure === 0 ? <Icon of={CircleCheck} size={22} /> : <UnknownMark size={22} />}
        <div>
          <h2>{unsure === 0 ? 'Nothing needs you' : 'Nothing was found, and not everything could be checked'}</h2>
          <p className="small text-2">
            {plural(page.groupCount, 'group')} checked <Time at={asOf} style="clock" />, again every 10 s.{' '}
            {unsure === 0 ? 'What was looked for is listed below.' : `${plural(unsure, 'check')} below is unknown.`}
          </p>
        </div>
      </div>
    </section>
  );
}
