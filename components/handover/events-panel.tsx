import { Bell, Pencil, RotateCw, type LucideIcon } from 'lucide-react';
import { Icon } from '@/components/ui/icon';
import { Phrases } from '@/components/parts/phrases';
import { groupHref } from '@/components/parts/names';
import { Link } from '@/components/ui/link';
import { Time } from '@/components/ui/time';
import { HISTORY } from '@/lib/model/history';
import { sentences } from '@/lib/model/language/list';
import { t } from '@/lib/model/language/t';
import type { HandoverView } from '@/lib/console/operations/handover/views';
import { eventsOf, gapsOf, type HandoverEvent } from './handover.model';
import styles from './handover.module.css';

const ICONS: Readonly<Record<HandoverEvent['kind'], LucideIcon>> = { alarm: Bell, change: Pencil, redrive: RotateCw };

interface EventsPanelProps {
  readonly view: HandoverView;
  readonly title?: string;
}

/** Alarms, changes, re-drives and notes of the span, in their order. */
export function EventsPanel({ view, title = t('Events') }: EventsPanelProps) {
  const events = eventsOf(view);
  const gaps = gapsOf(view);
  const page = view.group === null ? '/' : groupHref(view.group);
  // Samples of older moments are gone.
  const keptFromMs = Date.parse(view.asOf) - HISTORY.coarseKeptMs;
  return (
    <section className="panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span className="small text-3">{t('oldest first')}</span>
      </header>
      {events.length === 0 ? (
        <p className="panel-body small text-2">
          {gaps.length === 0
            ? t('No alarms, changes or re-drives in this period.')
            : t('Nothing is recorded in this period.')}
        </p>
      ) : (
        <ol className={styles.events}>
          {events.map(({ key, at, kind, says, note, detail, href }) => (
            <li key={key}>
              <span className={`small text-2 ${styles.day}`}>
                {Date.parse(at) < keptFromMs ? (
                  <Time at={at} style="day-clock" />
                ) : (
                  <Link href={`${page}?asOf=${at}`} prefetch={false} title={t('Show the groups at this moment')}>
                    <Time at={at} style="day-clock" />
                  </Link>
                )}
              </span>
              <Icon of={ICONS[kind]} size={13} />
              <span className={styles.text}>
                {href === null ? (
                  says
                ) : (
                  <Link href={href} prefetch={false} data-row={key}>
                    {says}
                  </Link>
                )}
                {detail.length === 0 ? null : (
                  <span className="small text-3">
                    <Phrases of={detail} />
                  </span>
                )}
                {note === '' ? null : <span className={`small text-2 ${styles.note}`}>{note}</span>}
              </span>
            </li>
          ))}
        </ol>
      )}
      {gaps.length === 0 ? null : <footer>{sentences(...gaps)}</footer>}
    </section>
  );
}
