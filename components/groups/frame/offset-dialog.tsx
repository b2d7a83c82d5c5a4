'use client';

import { useActionForm } from '@/components/form/use-action-form';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Banner } from '@/components/ui/banner';
import { formatCount } from '@/components/ui/number.model';
import { resetOffsetAction } from '@/lib/console/actions/groups';
import type { ReadData } from '@/lib/console/reads/registry';
import styles from './control.module.css';
import { type OffsetKind, offsetSays, offsetVerb } from './offset.model';
import { OffsetForm, useOffsetDraft } from './offset-fields';
import { t } from '@/lib/model/language/t';
import { sentences } from '@/lib/model/language/list';

interface OffsetDialogProps {
  readonly group: string;
  /** Where it starts. */
  readonly start: OffsetKind;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Where the group reads on, and what that skips or repeats, before it is done. */
export function OffsetDialog({ group, start, onClose, onDone }: OffsetDialogProps) {
  const draft = useOffsetDraft(start);
  const { to, reason } = draft;
  const preview = useLiveQuery(
    'groupOffset',
    { group, to: to ?? 'newest' },
    { live: { kinds: ['message', 'group'], group }, enabled: to !== null },
  );
  const plan = to === null || preview.isPrevious ? undefined : preview.data;
  const form = useActionForm(
    {
      action: resetOffsetAction,
      input: () => (to === null ? null : { group, to, reason: reason.text }),
      onDone: () => {
        onClose();
        onDone();
      },
    },
    ['to', 'reason'],
  );
  return (
    <OffsetForm
      {...{ group, draft, form, preview, onClose }}
      submitLabel={plan === undefined ? t('Reset offset') : offsetVerb(plan)}
      blocker={plan === undefined ? t('Counting') : plan.blocker}
    >
      {plan === undefined ? null : <Preview plan={plan} />}
    </OffsetForm>
  );
}

function Preview({ plan }: { readonly plan: ReadData<'groupOffset'> }) {
  const { queues, waiting, dead, open } = plan;
  return (
    <div className="col" aria-live="polite">
      <p>
        <b>{offsetSays(plan)}</b>
      </p>
      {plan.blocker === null ? null : <Banner tone="warning">{plan.blocker}</Banner>}
      <ul className={styles.rules}>
        <li>
          {t('{count, plural, one {# message} other {# messages}} in flight: clients finish them as usual.', {
            count: open.inFlight,
          })}
        </li>
        <li>
          {sentences(
            t('{count, plural, one {# message} other {# messages}} waiting for a retry: retried as before.', {
              count: open.waiting,
            }),
            waiting === 0
              ? ''
              : t('{count, number} of these messages in the repeated range are not delivered twice.', {
                  count: waiting,
                }),
          )}
        </li>
        <li>
          {sentences(
            t('Dead letters stay.'),
            dead === 0 ? '' : t('{count, number} in the repeated range are skipped.', { count: dead }),
          )}
        </li>
        {open.orderedKeys === 0 ? null : (
          <li>
            {t(
              `{count, plural, one {# busy key} other {# busy keys}}: the head message continues, messages behind it
              that were not consumed are skipped.`,
              { count: open.orderedKeys },
            )}
          </li>
        )}
      </ul>
      {queues.length === 0 ? null : (
        <div className={styles.scroll} role="region" aria-label={t('Queues')} tabIndex={0}>
          <table className={styles.queues}>
            <thead>
              <tr>
                <th scope="col">{t('Topic')}</th>
                <th scope="col">{t('Queue')}</th>
                <th scope="col" data-wide>
                  {t('Reads from')}
                </th>
                <th scope="col" data-wide>
                  {t('Will read from')}
                </th>
                <th scope="col">{t('Skipped')}</th>
                <th scope="col">{t('Repeated')}</th>
              </tr>
            </thead>
            <tbody>
              {queues.map((queue) => (
                <tr key={`${queue.topic} ${queue.queueNo}`}>
                  <td>{queue.topic}</td>
                  <td>{queue.queueNo}</td>
                  <td data-wide>{formatCount(queue.fromOff)}</td>
                  <td data-wide>{formatCount(queue.toOff)}</td>
                  <td>{formatCount(queue.skipped)}</td>
                  <td>{formatCount(queue.repeated)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="small text-3">
        {t(
          `Counts include all stored messages; the filters of clients may exclude some of them. Repeated messages
            are delivered as first deliveries.`,
        )}
      </p>
    </div>
  );
}
