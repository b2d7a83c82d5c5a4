'use client';

import { planText } from '@/components/data-table/set-change.model';
import { useLiveQuery } from '@/components/live/use-live-query';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { Said } from '@/components/ui/said';
import { useToast } from '@/components/ui/toast';
import { changeRetriesAction } from '@/lib/console/actions/messages';
import { describeHolder, type RevokeVerb } from '@/lib/model/delivery/revoke';
import { msg, pieces, t } from '@/lib/model/language/t';
import { outcomeText } from './retry-change.model';
import { itemized } from '@/lib/model/language/list';

interface RevokeDialogProps {
  readonly verb: RevokeVerb;
  readonly group: string;
  readonly messageId: string;
  /** Filled in; kept in the audit log. */
  readonly reason: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const WORDS = {
  now: { title: msg('Take the message back and retry it?'), confirm: msg('Take back and retry') },
  bury: {
    title: msg('Take the message back and move it to the DLQ?'),
    confirm: msg('Take back and move to the DLQ'),
  },
} as const;

/** Says who has the message and what taking it away means, from a dry run of the change. */
export function RevokeDialog({ verb, group, messageId, reason, onClose, onDone }: RevokeDialogProps) {
  const toast = useToast();
  const set = encodeURIComponent(messageId);
  const read = useLiveQuery('retryPlan', { group, set, verb, revoke: '1' }, { live: { kinds: [] } });
  const plan = read.isPrevious ? undefined : read.data;
  const words = WORDS[verb];
  const throughEpoch = plan?.throughEpoch ?? 0;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t(words.title)}
      confirmLabel={t(words.confirm)}
      danger={verb === 'bury'}
      requireReason
      initialReason={reason}
      run={(given) =>
        changeRetriesAction({
          ...{ group, messageIds: [messageId], verb, revoke: true, throughEpoch },
          reason: given.reason,
        })
      }
      onDone={(job) => {
        toast(outcomeText(job));
        onDone();
      }}
    >
      <div className="col">
        <p className="small text-2">
          {plan === undefined || plan.holders.length === 0 ? (
            <span className="mono">{messageId}</span>
          ) : (
            <Said
              of={pieces('{id}, leased to {clients}', {
                id: <span className="mono">{messageId}</span>,
                clients: itemized(plan.holders.map(describeHolder)),
              })}
            />
          )}
        </p>
        {plan?.consequences.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {plan !== undefined && plan.consequences.length > 0 ? null : (
          <p aria-live="polite">{read.error?.message ?? planText(plan, t('No client has the message any more.'))}</p>
        )}
      </div>
    </ConfirmDialog>
  );
}
