'use client';

import { Link } from '@/components/ui/link';
import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput, Select, TextArea, TextInput } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { useWorkspace } from '@/components/live/use-workspace';
import { messageHref } from '@/components/parts/names';
import { Banner } from '@/components/ui/banner';
import { sendTestMessageAction } from '@/lib/console/actions/topics';
import type { MessageType } from '@/lib/model/topic/topic';
import { inWorkspace } from '@/lib/model/workspace';
import { readDelay, readKeys, readProperties } from './test-message.model';
import { between, t } from '@/lib/model/language/t';

interface TestTopic {
  readonly name: string;
  readonly messageType: MessageType;
}

interface TestMessageDialogProps {
  /** One: that of the page. Several: one is chosen. */
  readonly topics: readonly TestTopic[];
  readonly onClose: () => void;
}

const FIELDS = [
  'topic',
  'body',
  'keys',
  'tag',
  'properties',
  'messageGroup',
  'liteTopic',
  'priority',
  'deliverAt',
  'deliveryTimestamp',
];

/** Writes one message, sends it, and leads to its page. The form stays, for the next one. */
export function TestMessageDialog({ topics, onClose }: TestMessageDialogProps) {
  const [chosen, setChosen] = useState(topics[0]?.name ?? '');
  const [body, setBody] = useState('{}');
  const [keys, setKeys] = useState('');
  const [tag, setTag] = useState('');
  const [properties, setProperties] = useState('');
  const [messageGroup, setMessageGroup] = useState('');
  const [delay, setDelay] = useState('');
  const [priority, setPriority] = useState('0');
  const [sent, setSent] = useState<{ readonly messageId: string; readonly says: string } | null>(null);
  const workspace = useWorkspace();
  const topic = topics.find(({ name }) => name === chosen);
  const type = topic?.messageType ?? 'NORMAL';
  const readable = readProperties(properties);
  const delayMs = readDelay(delay);
  const form = useActionForm(
    {
      action: (input: Parameters<typeof sendTestMessageAction>[0]) => sendTestMessageAction(input, workspace),
      input: () => {
        if (readable.wrong !== null || delayMs === null) return null;
        return {
          topic: chosen,
          body,
          keys: readKeys(keys),
          properties: readable.properties,
          ...(tag.trim() === '' ? {} : { tag: tag.trim() }),
          ...(type === 'FIFO' || type === 'LITE' ? { messageGroup: messageGroup.trim() } : {}),
          ...(type === 'DELAY' ? { delayMs } : {}),
          ...(type === 'PRIORITY' ? { priority: Number(priority) } : {}),
        };
      },
      onDone: ({ messageId, broker, queue, offset, scheduledFor }) =>
        setSent({
          messageId,
          says:
            scheduledFor === null
              ? broker === null
                ? t('Stored in queue {queue, number} at offset {offset, number}.', { queue, offset: Number(offset) })
                : t('Stored on {broker} in queue {queue, number} at offset {offset, number}.', {
                    ...{ broker, queue, offset: Number(offset) },
                  })
              : t('It waits for its delivery time.'),
        }),
    },
    FIELDS,
  );
  const blocker = blockerOf(type, { body, messageGroup, priority });
  return (
    <FormDialog
      title={topics.length === 1 ? t('Send a test message to {topic}', { topic: chosen }) : t('Send a test message')}
      description={t(
        `Every group that subscribes to the topic receives it like any other message. It has the property
        redrive-test with your name, and is recorded in the audit log.`,
      )}
      size="wide"
      onClose={onClose}
      form={form}
      submitLabel={t('Send 1 message')}
      cancelLabel={t('Close')}
      blocker={blocker}
    >
      {topics.length === 1 ? null : (
        <Field label={t('Topic')} error={form.errorOf('topic')}>
          <Select value={chosen} onChange={(event) => setChosen(event.target.value)}>
            {topics.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </Field>
      )}
      <Field label={t('Body')} hint={t('Text, sent as UTF-8.')} error={form.errorOf('body')}>
        <TextArea mono rows={6} value={body} onChange={(event) => setBody(event.target.value)} spellCheck={false} />
      </Field>
      <div className="split">
        <Field label={t('Keys')} hint={t('Separated by spaces.')} error={form.errorOf('keys')}>
          <TextInput mono value={keys} onChange={(event) => setKeys(event.target.value)} autoComplete="off" />
        </Field>
        <Field label={t('Tag')} error={form.errorOf('tag')}>
          <TextInput mono value={tag} onChange={(event) => setTag(event.target.value)} autoComplete="off" />
        </Field>
      </div>
      <KeyField
        type={type}
        value={messageGroup}
        onChange={setMessageGroup}
        error={form.errorOf('messageGroup') ?? form.errorOf('liteTopic')}
      />
      {type === 'PRIORITY' ? (
        <Field label={t('Priority')} hint={t('0 is the lowest.')} error={form.errorOf('priority')}>
          <NumberInput name="priority" value={priority} onChange={setPriority} />
        </Field>
      ) : null}
      {type === 'DELAY' ? (
        <Field
          label={t('Deliver in, seconds')}
          hint={t('Leave empty to deliver immediately. Maximum: 86,400 seconds (24 hours).')}
          error={
            delayMs === null
              ? t('Enter a number of seconds.')
              : (form.errorOf('deliverAt') ?? form.errorOf('deliveryTimestamp'))
          }
        >
          <TextInput
            inputMode="numeric"
            value={delay}
            onChange={(event) => setDelay(event.target.value)}
            autoComplete="off"
          />
        </Field>
      ) : null}
      <Field
        label={t('Properties')}
        hint={t('One on each line: name=value.')}
        error={
          readable.wrong === null
            ? form.errorOf('properties')
            : t('“{line}” does not have the form name=value.', { line: readable.wrong })
        }
      >
        <TextArea
          mono
          rows={2}
          value={properties}
          onChange={(event) => setProperties(event.target.value)}
          spellCheck={false}
        />
      </Field>
      {type === 'TRANSACTION' ? (
        <p className="small text-2">{t('The message is stored as if its transaction were committed.')}</p>
      ) : null}
      {sent === null ? null : (
        <Banner tone="info">
          <span role="status">
            {t('Sent. {place}', { place: sent.says })}
            {between()}
            <Link href={inWorkspace(workspace, messageHref(sent.messageId))} className="underlined">
              {t('Open its page')}
            </Link>
          </span>
        </Banner>
      )}
    </FormDialog>
  );
}

function blockerOf(
  type: MessageType,
  { body, messageGroup, priority }: { readonly body: string; readonly messageGroup: string; readonly priority: string },
): string | null {
  if (body === '') return t('Enter a body');
  if (type === 'FIFO' && messageGroup.trim() === '') return t('A FIFO topic needs a message group');
  if (type === 'LITE' && messageGroup.trim() === '') return t('A LITE topic needs the name of a lite topic');
  return type === 'PRIORITY' && !/^\d{1,10}$/.test(priority.trim()) ? t('The priority is not valid') : null;
}

interface KeyFieldProps {
  readonly type: MessageType;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | null;
}

/** What keeps the order of messages: a message group or a lite topic. */
function KeyField({ type, value, onChange, error }: KeyFieldProps) {
  if (type !== 'FIFO' && type !== 'LITE') return null;
  const [label, hint] =
    type === 'FIFO'
      ? [t('Message group'), t('Messages of one group are delivered in order.')]
      : [t('Lite topic'), t('Letters, digits, - and _. Delivered to the clients that subscribe to it.')];
  return (
    <Field label={label} hint={hint} error={error}>
      <TextInput mono value={value} onChange={(event) => onChange(event.target.value)} autoComplete="off" />
    </Field>
  );
}
