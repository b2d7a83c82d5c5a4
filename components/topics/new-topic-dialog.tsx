'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/inputs';
import { nameBlocker, NameField } from '@/components/form/name-field';
import { useActionForm } from '@/components/form/use-action-form';
import { useWorkspace } from '@/components/live/use-workspace';
import { Segmented } from '@/components/ui/segmented';
import { topicHref } from '@/components/parts/names';
import { useToast } from '@/components/ui/toast';
import { usePush } from '@/components/ui/use-push';
import { createTopicAction } from '@/lib/console/actions/topics';
import { DELAY_LEVELS_SECONDS } from '@/lib/model/delivery/delivery-time';
import { LIMITS } from '@/lib/model/limits';
import type { MessageType } from '@/lib/model/topic/topic';
import { levelWords } from './scheduled.model';

interface NewTopicDialogProps {
  readonly onClose: () => void;
}

const types: readonly { value: MessageType; label: string; disabledReason: string | null }[] = [
  { value: 'NORMAL', label: 'Normal', disabledReason: null },
  { value: 'FIFO', label: 'FIFO', disabledReason: null },
  { value: 'DELAY', label: 'Delay', disabledReason: null },
  { value: 'TRANSACTION', label: 'Transaction', disabledReason: null },
  { value: 'PRIORITY', label: 'Priority', disabledReason: null },
  { value: 'LITE', label: 'Lite', disabledReason: null },
];

const hints: Readonly<Record<MessageType, string>> = {
  NORMAL: 'No order.',
  FIFO: 'Messages of one message group keep their order for ordered groups.',
  DELAY:
    'Every message carries a delivery time, up to 24 h ahead; in the past means at once. The levels ' +
    `of RocketMQ 4 were ${DELAY_LEVELS_SECONDS.map(levelWords).join(' ')}.`,
  TRANSACTION: 'A message is delivered once its producer commits its transaction, and never if that is rolled back.',
  PRIORITY:
    'Every message carries a priority from 0, the lowest. Each queue is one priority; the last queue also takes all ' +
    'higher ones. Groups with ordered delivery ignore the priority.',
  LITE:
    'Every message names a lite topic, which exists from its first message on. Each client of an ordered group ' +
    'subscribes to the lite topics that it wants. Messages of one lite topic keep their order.',
};

/** Leads to the page that connects the first producer and consumer. */
export function NewTopicDialog({ onClose }: NewTopicDialogProps) {
  const [name, setName] = useState('');
  const [type, setType] = useState<MessageType>('NORMAL');
  const [queues, setQueues] = useState('4');
  const [expiration, setExpiration] = useState('');
  const toast = useToast();
  const push = usePush();
  const workspace = useWorkspace();
  const readable = /^\d{1,4}$/.test(queues.trim());
  const mayExpire = type === 'LITE' && workspace === null;
  const expires = !mayExpire || /^\d{0,5}$/.test(expiration.trim());
  const form = useActionForm(
    {
      action: (input: Parameters<typeof createTopicAction>[0]) => createTopicAction(input, workspace),
      input: () =>
        readable && expires
          ? {
              ...{ name: name.trim(), type, queues: Number(queues) },
              ...(mayExpire && expiration.trim() !== '' ? { liteExpirationMinutes: Number(expiration) } : {}),
            }
          : null,
      onDone: (topic) => {
        toast(`Topic ${topic.name} created`);
        push(topicHref(topic.name, 'connect'));
      },
    },
    ['name', 'topic', 'type', 'queues', 'liteExpirationMinutes'],
  );
  const blocker =
    nameBlocker('topic', name) ??
    (readable ? null : 'The number of queues is not valid') ??
    (expires ? null : 'The expiration is not valid');
  return (
    <FormDialog title="New topic" onClose={onClose} form={form} submitLabel="Create topic" blocker={blocker}>
      <NameField
        kind="topic"
        value={name}
        onChange={setName}
        error={form.errorOf('name') ?? form.errorOf('topic')}
        placeholder="orders"
      />
      <div className="col col-tight">
        <span className="small" aria-hidden="true">
          <b>Type</b>
        </span>
        <Segmented label="Type" options={types} value={type} onChange={setType} />
        <p className="small text-3">{hints[type]}</p>
        {form.errorOf('type') === null ? null : (
          <p className="small" role="alert">
            {form.errorOf('type')}
          </p>
        )}
      </div>
      <Field
        label={workspace === null ? 'Queues' : 'Queues of each broker'}
        error={readable ? form.errorOf('queues') : 'Enter a whole number.'}
        hint={queuesHint(type)}
      >
        <NumberInput name="queues" value={queues} onChange={setQueues} note={`1 to ${LIMITS.queuesPerTopic}`} />
      </Field>
      {mayExpire ? (
        <Field
          label="Expiration, minutes"
          error={expires ? form.errorOf('liteExpirationMinutes') : 'Enter a whole number.'}
          hint="A lite topic ends when its newest message is older. Leave empty to keep it as long as messages are kept."
        >
          <NumberInput
            name="expiration"
            value={expiration}
            onChange={setExpiration}
            note={`${LIMITS.liteExpirationMinMinutes} to ${LIMITS.liteExpirationMaxMinutes}`}
          />
        </Field>
      ) : null}
    </FormDialog>
  );
}

function queuesHint(type: MessageType): string {
  if (type === 'FIFO')
    return 'More queues take more sends at a time. A FIFO topic keeps its number: a message group stays on its queue.';
  if (type === 'LITE') return 'Adds write throughput. Cannot be changed later: a lite topic stays on its queue.';
  const what = type === 'PRIORITY' ? 'Each queue is one priority.' : 'More queues take more sends at a time.';
  return `${what} More can be added later, never fewer.`;
}
