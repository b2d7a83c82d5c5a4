import { Phrases } from '@/components/parts/phrases';
import { lostWords } from '@/components/now/now.model';
import { Link } from '@/components/ui/link';
import { Said } from '@/components/ui/said';
import { StateBadge } from '@/components/ui/state-badge';
import { AsOf, Time } from '@/components/ui/time';
import type { HandoverView } from '@/lib/console/operations/handover/views';
import { between, pieces, t } from '@/lib/model/language/t';
import { PROBLEM_FACTS } from '@/lib/model/problem/kinds';
import type { Problem } from '@/lib/model/problem/problem';
import { unsure } from './handover.model';
import styles from './handover.module.css';

/** Problems of now, whatever the span: what the next person begins with. */
export function OpenPanel({ view: { open, asOf } }: { readonly view: HandoverView }) {
  return (
    <section className="panel" aria-label={t('Open now')}>
      <header>
        <h2>{t('Open now')}</h2>
        <span className="panel-end">
          <AsOf at={asOf} />
        </span>
      </header>
      {open.kind === 'unknown' ? (
        <p className="panel-body small text-2">{t('Open problems are unknown: {reason}.', { reason: open.reason })}</p>
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
          {unchecked === 0
            ? t('No open problems.')
            : t(
                `No open problems were found; {unchecked, plural, one {# check} other {# checks}} could not be
                completed.`,
                { unchecked },
              )}
        </p>
      ) : null}
      <ol className={styles.open}>
        {[...items, ...acknowledged].map(({ key, kind, subject, says, ack, action }) => (
          <li key={key}>
            <StateBadge state={PROBLEM_FACTS[kind].badge[0]} label={t(PROBLEM_FACTS[kind].badge[1])} />
            <span className={styles.text}>
              <span>
                <Said
                  of={pieces('{subject}: {problem}', {
                    subject: <b>{subject.name}</b>,
                    problem: <Phrases of={says} />,
                  })}
                />
              </span>
              {ack === null ? null : (
                <span className="tiny text-2">
                  <Acknowledged by={ack} />
                </span>
              )}
            </span>
            <Link
              href={action.path}
              prefetch={false}
              data-row={key}
              aria-label={t('{action}: {subject}', { action: action.says, subject: subject.name })}
            >
              {action.says}
            </Link>
          </li>
        ))}
      </ol>
      {total > items.length || lostNext.length > 0 ? (
        <footer>
          {total > items.length
            ? t('and {count, number} less urgent.', { count: total - items.length }) + between()
            : ''}
          {lostNext.map((each) => (
            <span key={`${each.kind} ${each.group}`}>
              <Said
                of={pieces('Lost at {time} unless an attempt succeeds: {what}, {group}.', {
                  time: <Time at={each.at} style="day-clock" />,
                  what: lostWords(each),
                  group: each.group,
                })}
              />
              {between()}
            </span>
          ))}
          {lostNextTotal > lostNext.length
            ? t('and {count, number} later.', { count: lostNextTotal - lostNext.length })
            : ''}
        </footer>
      ) : null}
    </>
  );
}

function Acknowledged({ by: { by, until, note } }: { readonly by: NonNullable<Problem['ack']> }) {
  const given = { name: by, time: <Time at={until} style="day-clock" /> };
  return (
    <Said
      of={
        note === ''
          ? pieces('acknowledged by {name} until {time}', given)
          : pieces('acknowledged by {name} until {time}: {note}', { ...given, note })
      }
    />
  );
}
