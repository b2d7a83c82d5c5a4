'use client';

import { useActionForm } from '@/components/form/use-action-form';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Banner } from '@/components/ui/banner';
import { formatCount, plural } from '@/components/ui/number.model';
import { resetOffsetAction } from '@/lib/console/actions/groups';
import type { ReadData } from '@/lib/console/reads/registry';
import styles from './control.module.css';
import { type OffsetKind, offsetSays, offsetVerb } from './offset.model';
import { OffsetForm, useOffsetDraft } from './offset-fields';

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
      submitLabel={plan === undefined ? 'Reset position' : offsetVerb(plan)}
      blocker={plan === undefined ? 'Counting' : plan.blocker}
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
        <li>{plural(open.inFlight, 'message')} in flight: clients finish them as usual.</li>
        <li>
          {plural(open.waiting, 'message')} waiting for a retry: tried as before
          {waiting === 0 ? '' : `; ${formatCount(waiting)} of them in the repeated stretch are not delivered twice`}.
        </li>
        <li>Dead letters stay{dead === 0 ? '' : `; ${formatCount(dead)} in the repeated stretch are passed over`}.</li>
        {open.orderedKeys === 0 ? null : (
          <li>{plural(open.orderedKeys, 'busy key')}: the head goes on, unread messages behind it are skipped.</li>
        )}
      </ul>
      {queues.length === 0 ? null : (
        <div className={styles.scroll} role="region" aria-label="Queues" tabIndex={0}>
          <table className={styles.queues}>
            <thead>
              <tr>
                <th scope="col">Topic</th>
                <th scope="col">Queue</th>
                <th scope="col" data-wide>
                  Reads from
                </th>
                <th scope="col" data-wide>
                  Will read from
                </th>
                <th scope="col">Skipped</th>
                <th scope="col">Repeated</th>
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
        Counts are of stored messages; a filter of the clients may leave out some. Repeated messages come as first
        deliveries.
      </p>
    </div>
  );
}
