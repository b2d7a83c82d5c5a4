'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { Select } from '@/components/form/inputs';
import { ReasonField, useReason } from '@/components/form/reason-field';
import { useActionForm } from '@/components/form/use-action-form';
import { ReadProblem } from '@/components/live/read-problem';
import { useAskedRead } from '@/components/live/use-asked-read';
import { useWorkspace } from '@/components/live/use-workspace';
import { Banner } from '@/components/ui/banner';
import { consumeMessageAction } from '@/lib/console/actions/clusters';
import { between, t } from '@/lib/model/language/t';
import { readBrokerPlace } from '@/lib/model/message/broker-place';
import { consumedWords } from './consume.model';

interface ConsumeDialogProps {
  readonly group: string;
  /** Where the message lies. */
  readonly at: string;
  readonly onClose: () => void;
}

/** One connected 4.x client handles the message now, and the dialog says what it answered. */
export function ConsumeDialog({ group, at, onClose }: ConsumeDialogProps) {
  const broker = readBrokerPlace(at)?.broker ?? '';
  const workspace = useWorkspace();
  const { data, error, askAgain } = useAskedRead('brokerClients', { group });
  const [chosen, setChosen] = useState('');
  const [said, setSaid] = useState<{ readonly words: string; readonly isConsumed: boolean } | null>(null);
  const reason = useReason('');
  const reachable = (data?.clients ?? []).filter(
    ({ protocol, brokers }) => protocol === 'remoting' && brokers.includes(broker),
  );
  const clientId = reachable.some((client) => client.clientId === chosen) ? chosen : (reachable[0]?.clientId ?? '');
  const form = useActionForm(
    {
      action: (input: Parameters<typeof consumeMessageAction>[0]) => consumeMessageAction(input, workspace),
      input: () => (clientId === '' ? null : { group, clientId, at, reason: reason.text }),
      onDone: (answer) => setSaid({ words: consumedWords(answer), isConsumed: answer.isConsumed }),
      onFailure: () => setSaid(null),
    },
    ['clientId', 'reason'],
  );
  const none =
    data === undefined
      ? t('Clients of {group} are being read.', { group })
      : t('No 4.x client of {group} is connected to {broker}. Brokers cannot reach one 5.x client behind a proxy.', {
          ...{ group, broker },
        });
  return (
    <FormDialog
      title={t('Consume this message now')}
      description={t(
        `The listener of one client processes the message once more. Nothing else changes: the offset of the group,
          waiting retries and dead letters stay as they are.`,
      )}
      onClose={onClose}
      form={form}
      submitLabel={said === null ? t('Consume now') : t('Consume again')}
      cancelLabel={said === null ? t('Cancel') : t('Close')}
      blocker={clientId === '' ? none : reason.missing}
    >
      <ReadProblem error={error} onRetry={askAgain} />
      <Field label={t('Client')} hint={t('4.x clients that are connected to {broker}', { broker })} error={null}>
        <Select value={clientId} onChange={({ target }) => setChosen(target.value)}>
          {reachable.map((client) => (
            <option key={client.clientId} value={client.clientId}>
              {client.host === null ? client.clientId : `${client.host}${between(':')}${client.clientId}`}
            </option>
          ))}
        </Select>
      </Field>
      <ReasonField reason={reason} required error={form.errorOf('reason')} />
      {said === null ? null : (
        <output>
          <Banner tone={said.isConsumed ? 'info' : 'warning'}>{said.words}</Banner>
        </output>
      )}
    </FormDialog>
  );
}
