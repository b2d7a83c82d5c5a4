'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/inputs';
import { nameBlocker, NameField } from '@/components/form/name-field';
import { useActionForm } from '@/components/form/use-action-form';
import { useWorkspace } from '@/components/live/use-workspace';
import { formatDuration } from '@/components/ui/duration.model';
import { Segmented } from '@/components/ui/segmented';
import { topicHref } from '@/components/parts/names';
import { useToast } from '@/components/ui/toast';
import { usePush } from '@/components/ui/use-push';
import { createTopicAction } from '@/lib/console/actions/topics';
import { DELAY_LEVELS_SECONDS } from '@/lib/model/delivery/delivery-time';
import { LIMITS } from '@/lib/model/limits';
import type { MessageType } from '@/lib/model/topic/topic';
import { msg, t } from '@/lib/model/language/t';
import { enumerated, sentences } from '@/lib/model/language/list';

interface NewTopicDialogProps {
  readonly onClose: () => void;
}

const TYPES: readonly { value: MessageType; label: string }[] = [
  { value: 'NORMAL', label: msg('Normal') },
  { value: 'FIFO', label: msg('FIFO') },
  { value: 'DELAY', label: msg('Delay') },
  { value: 'TRANSACTION', label: msg('Transaction') },
  { value: 'PRIORITY', label: msg('Priority') },
  { value: 'LITE', label: msg('Lite') },
];

const HINTS: Readonly<Record<MessageType, () => string>> = {
  NORMAL: () => t('No order.'),
  FIFO: () => t('Messages of one message group keep their order for ordered groups.'),
  DELAY: () =>
    t(
      `Every message has a delivery time, up to 24 h ahead; a time in the past means immediately. The levels of
      RocketMQ 4 were {levels}.`,
      { levels: enumerated(DELAY_LEVELS_SECONDS.map((seconds) => formatDuration(seconds * 1000))) },
    ),
  TRANSACTION: () =>
    t('A message is delivered when its producer commits its transaction, and never if that is rolled back.'),
  PRIORITY: () =>
    t(
      `Every message has a priority; 0 is the lowest. Each queue has one priority; the last queue also takes all
        higher priorities. Groups with ordered delivery ignore the priority.`,
    ),
  LITE: () =>
    t(
      `Every message names a lite topic, which exists from its first message on. Each client of an ordered group
      subscribes to the lite topics that it wants. Messages of one lite topic keep their order.`,
    ),
};

function queuesHint(type: MessageType): string {
  if (type === 'FIFO')
    return t(
      `More queues add write throughput. A FIFO topic keeps its number of queues: a message group stays on its queue.`,
    );
  if (type === 'LITE')
    return t(
      `More queues add write throughput. A LITE topic keeps its number of queues: a lite topic stays on its queue.`,
    );
  return sentences(
    type === 'PRIORITY' ? t('Each queue has one priority.') : t('More queues add write throughput.'),
    t('Queues can be added later, but not removed.'),
  );
}

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
        toast(t('Topic {topic} created', { topic: topic.name }));
        push(topicHref(topic.name, 'connect'));
      },
    },
    ['name', 'topic', 'type', 'queues', 'liteExpirationMinutes'],
  );
  const blocker =
    nameBlocker('topic', name) ??
    (readable ? null : t('The number of queues is not valid')) ??
    (expires ? null : t('The expiration is not valid'));
  return (
    <FormDialog title={t('New topic')} onClose={onClose} form={form} submitLabel={t('Create topic')} blocker={blocker}>
      <NameField
        kind="topic"
        value={name}
        onChange={setName}
        error={form.errorOf('name') ?? form.errorOf('topic')}
        placeholder={'orders'}
      />
      <div className="col col-tight">
        <span className="small" aria-hidden="true">
          <b>{t('Type')}</b>
        </span>
        <Segmented
          label={t('Type')}
          options={TYPES.map(({ value, label }) => ({ value, label: t(label), disabledReason: null }))}
          value={type}
          onChange={setType}
        />
        <p className="small text-3">{HINTS[type]()}</p>
        {form.errorOf('type') === null ? null : (
          <p className="small" role="alert">
            {form.errorOf('type')}
          </p>
        )}
      </div>
      <Field
        label={workspace === null ? t('Queues') : t('Queues per broker')}
        error={readable ? form.errorOf('queues') : t('Enter a whole number.')}
        hint={queuesHint(type)}
      >
        <NumberInput
          name="queues"
          value={queues}
          onChange={setQueues}
          note={t('1 to {most, number}', { most: LIMITS.queuesPerTopic })}
        />
      </Field>
      {mayExpire ? (
        <Field
          label={t('Expiration, minutes')}
          error={expires ? form.errorOf('liteExpirationMinutes') : t('Enter a whole number.')}
          hint={t(
            'A lite topic ends when its newest message is older. Leave empty to keep it as long as messages are kept.',
          )}
        >
          <NumberInput
            name="expiration"
            value={expiration}
            onChange={setExpiration}
            note={t('{least, number} to {most, number}', {
              least: LIMITS.liteExpirationMinMinutes,
              most: LIMITS.liteExpirationMaxMinutes,
            })}
          />
        </Field>
      ) : null}
    </FormDialog>
  );
}
