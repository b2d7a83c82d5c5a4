'use client';

import { typeWord } from '@/components/parts/names';
import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput, Select } from '@/components/form/inputs';
import { ReasonField, useReason } from '@/components/form/reason-field';
import { useActionForm } from '@/components/form/use-action-form';
import { useWorkspace } from '@/components/live/use-workspace';
import { useToast } from '@/components/ui/toast';
import { updateTopicAction } from '@/lib/console/actions/topics';
import type { ReadData } from '@/lib/console/reads/registry';
import { LIMITS } from '@/lib/model/limits';
import { MESSAGE_TYPES } from '@/lib/model/topic/topic';
import { mostQueues, topicBlocker } from './topic-words.model';
import { t } from '@/lib/model/language/t';
import { listOf, sentences } from '@/lib/model/language/list';

const TYPES = [...MESSAGE_TYPES, 'MIXED', 'UNSPECIFIED'] as const;
type TopicType = (typeof TYPES)[number];

interface EditTopicDialogProps {
  readonly topic: ReadData<'brokerTopic'>;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Queues and type, the same on every broker; creates the topic where it is missing. */
export function EditTopicDialog({ topic, onClose, onDone }: EditTopicDialogProps) {
  const { name, parts, silent, missingOn, version } = topic;
  const workspace = useWorkspace();
  const toast = useToast();
  const before = parts[0]?.messageType ?? 'UNSPECIFIED';
  const [type, setType] = useState<TopicType>(before);
  const [text, setText] = useState(String(mostQueues(parts)));
  const reason = useReason(t('Make settings of {name} the same on every broker', { name }));
  const isReadable = /^\d{1,4}$/.test(text.trim());
  const queues = Number(text);
  const form = useActionForm(
    {
      action: (input: Parameters<typeof updateTopicAction>[0]) => updateTopicAction(input, workspace),
      input: () => (isReadable ? { topic: name, queues, type, version, reason: reason.text } : null),
      onDone: ({ brokers }) => {
        toast(
          t('{name} is now the same on {brokers}', {
            name,
            brokers: listOf((brokers ?? []).map(({ broker }) => broker)),
          }),
        );
        onDone();
        onClose();
      },
    },
    ['queues', 'type', 'version', 'reason'],
  );
  const grows = parts.some(({ writeQueues }) => writeQueues < queues);
  return (
    <FormDialog
      title={t('Edit {name}', { name })}
      description={sentences(
        t('Every broker gets these settings. They are read back from each broker to verify the change.'),
        missingOn.length === 0 ? '' : t('The topic is created on {brokers}.', { brokers: listOf(missingOn) }),
      )}
      onClose={onClose}
      form={form}
      submitLabel={t('Save on all brokers')}
      blocker={
        isReadable ? (topicBlocker(parts, silent, queues) ?? reason.missing) : t('The number of queues is not valid')
      }
    >
      <Field label={t('Queues per broker')} error={isReadable ? form.errorOf('queues') : t('Enter a whole number.')}>
        <NumberInput
          name="queues"
          value={text}
          onChange={setText}
          note={t('cannot be reduced, maximum {most, number}', { most: LIMITS.queuesPerTopic })}
        />
      </Field>
      <Field label={t('Type')} error={form.errorOf('type')}>
        <Select value={type} onChange={({ target }) => setType(target.value as TopicType)}>
          {TYPES.map((each) => (
            <option key={each} value={each}>
              {typeWord(each)}
            </option>
          ))}
        </Select>
      </Field>
      {type === before ? null : (
        <p className="small fg-waiting">
          {t('Proxies will refuse producers that send {type} messages. Brokers do not warn about this.', {
            type: typeWord(before),
          })}
        </p>
      )}
      {type === 'FIFO' && grows ? (
        <p className="small fg-waiting">
          {t('Message groups move to other queues. Let consumers catch up first, or their order is broken once.')}
        </p>
      ) : null}
      <ReasonField reason={reason} required error={form.errorOf('reason') ?? form.errorOf('version')} />
    </FormDialog>
  );
}
