'use client';

import { Clock, SquareX } from 'lucide-react';
import { useWorkspace } from '@/components/live/use-workspace';
import { Icon } from '@/components/ui/icon';
import { Said } from '@/components/ui/said';
import { RelativeTime, Time, ZoneName } from '@/components/ui/time';
import type { LostNext, ProblemsPage } from '@/lib/console/operations/problems/views';
import { whyNot } from '@/lib/model/why-not';
import { engineIn } from '@/lib/model/workspace';
import { between, pieces, t } from '@/lib/model/language/t';
import { expiryWords, lostWords } from './now.model';
import styles from './now.module.css';

const DEADLY: ReadonlySet<LostNext['kind']> = new Set(['first-last-try', 'within-hour']);

/** The clock of what is lost next. */
export function LostNextPanel({ page }: { readonly page: ProblemsPage }) {
  const items = page.lostNext;
  const expiry = expiryWords(page);
  const uncounted = whyNot(engineIn(useWorkspace()), 'last-attempts');
  return (
    <section className="panel" aria-label={t('Upcoming losses')}>
      <header>
        <h2>{t('Upcoming losses')}</h2>
        <span className="panel-end tiny text-3">
          <Said of={pieces('{zone}, unless an attempt succeeds', { zone: <ZoneName /> })} />
        </span>
      </header>
      {items.length === 0 ? (
        <p className="panel-body small text-3">
          {uncounted === null
            ? [t('No message will be lost in the next hour.'), expiry].join(between())
            : [expiry, t('Which messages move to the DLQ next is unknown.'), uncounted].join(between())}
        </p>
      ) : (
        <ul className={styles.lost}>
          {items.map((item) => (
            <li key={`${item.kind} ${item.group}`}>
              <b>
                <Time at={item.at} />
              </b>
              <span className={DEADLY.has(item.kind) ? 'fg-dlq' : 'fg-waiting'}>
                <Icon of={DEADLY.has(item.kind) ? SquareX : Clock} size={13} />
              </span>
              <span>
                <Said of={pieces('{loss}, <b>{group}</b>', { loss: lostWords(item), group: item.group })} />
              </span>
              <span className="tiny text-3">
                <RelativeTime at={item.at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {items.length === 0 || expiry === null ? null : <footer>{expiry}</footer>}
    </section>
  );
}
