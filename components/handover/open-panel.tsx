import { Phrases } from '@/components/now/phrases';
import { lostWords } from '@/components/now/now.model';
import { Link } from '@/components/ui/link';
import { formatCount } from '@/components/ui/number.model';
import { StateBadge } from '@/components/ui/state-badge';
import { AsOf, Time } from '@/components/ui/time';
import type { HandoverView } from '@/lib/console/operations/handover/views';
import { PROBLEM_FACTS } from '@/lib/model/problem/kinds';
import { unsure } from './handover.model';
import styles from './handover.module.css';

/** Problems of now, whatever the span: what the next person begins with. */
export function OpenPanel({ view: { open, asOf } }: { readonly view: HandoverView }) {
  return (
    <section className="panel" aria-label="Open now">
      <header>
        <h2>Open now</h2>
        <span className="panel-end">
          <AsOf at={asOf} />
        </span>
      </header>
      {open.kind === 'unknown' ? (
        <p className="panel-body small text-2">Open problems are unknown: {open.reason}.</p>
      ) : (
        <OpenList open={open.value} />
      )}
    </section>
  );
}

type Open = Extract<HandoverView['open'], { readonly kind: 'value' }>['value'];

function OpenList({ open: { items, total, acknowledged, lostNext, lostNextTotal, checks } }: { readonly open: Open }) {
  const unchecked = unsure(checks).length;
  return (
    <>
      {total === 0 ? (
        <p className="panel-body small text-2">
          {unchecked === 0 ? 'No open problem.' : `No open problem was found; ${unchecked} checks could not be made.`}
        </p>
      ) : null}
      <ol className={styles.open}>
        {[...items, ...acknowledged].map(({ key, kind, subject, says, ack, action }) => (
          <li key={key}>
            <StateBadge state={PROBLEM_FACTS[kind].badge[0]} label={PROBLEM_FACTS[kind].badge[1]} />
            <span className={styles.text}>
              <span>
                <b>{subject.name}</b>: <Phrases of={says} />
              </span>
              {ack === null ? null : (
                <span className="tiny text-2">
                  acknowledged by {ack.by} until <Time at={ack.until} style="day-clock" />
                  {ack.note === '' ? '' : `: ${ack.note}`}
                </span>
              )}
            </span>
            <Link href={action.path} prefetch={false} data-row={key} aria-label={`${action.says}: ${subject.name}`}>
              {action.says}
            </Link>
          </li>
        ))}
      </ol>
      {total > items.length || lostNext.length > 0 ? (
        <footer>
          {total > items.length ? `and ${formatCount(total - items.length)} more, less urgent. ` : ''}
          {lostNext.map((each) => (
            <span key={`${each.kind} ${each.group}`}>
              Lost at <Time at={each.at} style="day-clock" /> unless an attempt succeeds: {lostWords(each)},{' '}
              {each.group}.{' '}
            </span>
          ))}
          {lostNextTotal > lostNext.length ? `and ${formatCount(lostNextTotal - lostNext.length)} later ones.` : ''}
        </footer>
      ) : null}
    </>
  );
}
