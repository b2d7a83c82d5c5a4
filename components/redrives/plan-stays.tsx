'use client';

import { CircleSlash, Download, type LucideIcon } from 'lucide-react';
import { Link } from '@/components/ui/link';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { formatCount } from '@/components/ui/number.model';
import { messageHref } from '@/components/parts/names';
import { t } from '@/lib/model/language/t';
import type { RedrivePlanView } from '@/lib/console/operations/redrives/views';
import { MISSING_WORDS, stayWords, withoutLeave } from './plan.model';
import styles from './plan.module.css';

interface PlanStaysProps {
  readonly plan: RedrivePlanView;
  /** The parameters of this plan. */
  readonly address: string;
  /** Freezes the same set again with a part of what was left out. */
  readonly onTake: (leave: string) => void;
}

export function PlanStays({ plan, address, onTake }: PlanStaysProps) {
  const missing = plan.missing.reduce((sum, { count }) => sum + count, 0);
  if (plan.excluded + missing === 0) return null;
  return (
    <section className="panel">
      <header>
        <h2>{t('{count, number} left out', { count: plan.excluded + missing })}</h2>
        <span className="small text-2">{t('this run does not change them')}</span>
        {plan.excluded === 0 || plan.cluster !== null ? null : (
          <span className="panel-end">
            <a href={`/api/console/redrive-stays?${address}`} className="row row-tight small underlined" download>
              <Icon of={Download} size={13} /> {t('Export CSV')}
            </a>
          </span>
        )}
      </header>
      <ul>
        {plan.reasons.map((reason) => {
          const { title, note, leave, href, icon } = stayWords(reason, plan.cluster === null ? 'embedded' : 'cluster');
          return (
            <Stay
              key={reason.why}
              linked={plan.cluster === null}
              icon={icon}
              count={reason.count}
              title={title}
              note={note}
              ids={reason.sampleIds}
            >
              {leave === null ? null : (
                <Button size="small" variant="ghost" onClick={() => onTake(withoutLeave(plan.leave, leave))}>
                  {t('Include')}
                </Button>
              )}
              {href === null ? null : (
                <Link href={href.to} prefetch={false} className="small">
                  {href.link}
                </Link>
              )}
            </Stay>
          );
        })}
        {plan.missing.map(({ became, count, sampleIds }) => (
          <Stay
            key={became}
            linked={plan.cluster === null}
            icon={CircleSlash}
            count={count}
            title={t(MISSING_WORDS[became])}
            note={t('named in the selection')}
            ids={sampleIds}
          />
        ))}
      </ul>
    </section>
  );
}

interface StayProps {
  readonly icon: LucideIcon;
  readonly count: number;
  readonly title: string;
  readonly note: string;
  readonly ids: readonly string[];
  /** They have pages of their own. */
  readonly linked: boolean;
  readonly children?: React.ReactNode;
}

function Stay({ icon, count, title, note, ids, linked, children }: StayProps) {
  const [open, setOpen] = useState(false);
  return (
    <li className={styles.stay}>
      <Icon of={icon} size={14} />
      <b>{formatCount(count)}</b>
      <span className="clip" title={title}>
        {title}
      </span>
      <span className="text-2 small clip" title={note}>
        {note}
      </span>
      <span className="row row-tight">
        {children}
        <Button size="small" variant="ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('Hide') : t('Messages')}
        </Button>
      </span>
      {open ? (
        <ul className={styles.ids}>
          {ids.map((id) => (
            <li key={id}>
              {linked ? (
                <Link href={messageHref(id)} prefetch={false} className="mono small">
                  {id}
                </Link>
              ) : (
                <span className="mono small">{id}</span>
              )}
            </li>
          ))}
          {count > ids.length ? (
            <li className="small text-2">
              {t('and {more, number} more. The run lists all of them.', { more: count - ids.length })}
            </li>
          ) : null}
        </ul>
      ) : null}
    </li>
  );
}
