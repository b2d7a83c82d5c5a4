'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { FormFailure } from '@/components/form/form-failure';
import { Select, TextArea } from '@/components/form/inputs';
import { ReasonField, useReason } from '@/components/form/reason-field';
import { useAction } from '@/components/form/use-action';
import { useActionForm } from '@/components/form/use-action-form';
import { useWorkspace } from '@/components/live/use-workspace';
import { BodyText } from '@/components/messages/body-text';
import messageStyles from '@/components/messages/messages.module.css';
import { Button } from '@/components/ui/button';
import { useToast } from '@/components/ui/toast';
import { putTopicDecoderAction, tryTopicDecoderAction } from '@/lib/console/actions/topics';
import type { TopicDecoderView, TriedDecoder } from '@/lib/console/operations/topics/views';
import { DECODER_KINDS, type DecoderKind } from '@/lib/model/decode/topic-decoder';
import { kindWords, schemaOfFile, triedWords } from './decoder.model';
import { between, t } from '@/lib/model/language/t';
import { sentences } from '@/lib/model/language/list';

interface DecoderDialogProps {
  readonly topic: string;
  /** Null: it has none. */
  readonly decoder: TopicDecoderView | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Kind, schema and message of a decoder; it is tried on the newest message before it is saved. */
export function DecoderDialog({ topic, decoder, onClose, onDone }: DecoderDialogProps) {
  const toast = useToast();
  const workspace = useWorkspace();
  const [kind, setKind] = useState<DecoderKind>(decoder?.kind ?? 'protobuf');
  const [schema, setSchema] = useState('');
  const [message, setMessage] = useState('');
  const [tried, setTried] = useState<TriedDecoder | null>(null);
  const reason = useReason(t('Decode bodies of {topic}', { topic }));
  const attempt = useAction();
  const words = kindWords[kind];
  const given = { topic, kind, schema, ...(kind === 'protobuf' && message !== '' ? { message } : {}) };

  const form = useActionForm(
    {
      action: (input: Parameters<typeof putTopicDecoderAction>[0]) => putTopicDecoderAction(input, workspace),
      input: () => ({ ...given, version: decoder?.version ?? 0, reason: reason.text }),
      onDone: () => {
        toast(t('Bodies of {topic} are decoded by {kind}', { topic, kind: t(words.name) }));
        onDone();
        onClose();
      },
    },
    ['schema', 'message', 'reason'],
  );
  const tryIt = (input: typeof given): void =>
    attempt.run(
      () => tryTopicDecoderAction(input, workspace),
      (answer) => {
        setTried(answer);
        const [only] = answer.messages;
        if (answer.messages.length === 1 && only !== undefined) setMessage(only);
      },
      () => setTried(null),
    );
  const changed = (next: string): void => {
    setSchema(next);
    setTried(null);
    attempt.forget();
  };
  const missing = words.schema !== null && schema.trim() === '' ? t('Enter the schema') : null;
  const messages = tried?.messages ?? [];
  return (
    <FormDialog
      title={t('Body decoder of {topic}', { topic })}
      description={t('Bodies are decoded where they are shown, searched and exported. Sent messages stay unchanged.')}
      size="wide"
      onClose={onClose}
      form={form}
      submitLabel={t('Save the decoder')}
      blocker={
        missing ??
        (kind === 'protobuf' && message === '' ? t('Try the schema, then choose a message') : null) ??
        reason.missing
      }
      more={
        <Button
          pending={attempt.pending}
          disabledReason={missing}
          onClick={() => tryIt(given)}
          title={t('Reads the newest message of the topic and saves nothing')}
        >
          {t('Try on the newest message')}
        </Button>
      }
    >
      <Field label={t('Kind')}>
        <Select
          value={kind}
          onChange={({ target }) => {
            setKind(target.value as DecoderKind);
            setMessage('');
            changed('');
          }}
        >
          {DECODER_KINDS.map((each) => (
            <option key={each} value={each}>
              {t(kindWords[each].name)}
            </option>
          ))}
        </Select>
      </Field>
      {words.schema === null ? (
        <p className="small text-2">{t(words.hint)}</p>
      ) : (
        <SchemaField kind={kind} schema={schema} error={form.errorOf('schema')} onChange={changed} />
      )}
      {messages.length === 0 ? null : (
        <Field label={t('Protobuf message')} error={form.errorOf('message')}>
          <Select
            value={message}
            onChange={({ target }) => {
              setMessage(target.value);
              if (target.value !== '') tryIt({ ...given, message: target.value });
            }}
          >
            <option value="">{t('Choose one of {count, number}', { count: messages.length })}</option>
            {messages.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <FormFailure failure={attempt.failure} again={false} />
      <div role="status">
        {tried === null ? null : <Tried tried={tried} isChosen={kind !== 'protobuf' || message !== ''} />}
      </div>
      <ReasonField reason={reason} required error={form.errorOf('reason')} />
    </FormDialog>
  );
}

interface SchemaFieldProps {
  readonly kind: DecoderKind;
  readonly schema: string;
  readonly error: string | null;
  readonly onChange: (schema: string) => void;
}

/** A file, or pasted text. */
function SchemaField({ kind, schema, error, onChange }: SchemaFieldProps) {
  const words = kindWords[kind];
  const read = async (file: File | undefined): Promise<void> => {
    if (file !== undefined) onChange(schemaOfFile(new Uint8Array(await file.arrayBuffer())));
  };
  return (
    <>
      <Field label={t(words.schema ?? '')} hint={t(words.hint)} error={error}>
        <TextArea
          mono
          rows={6}
          spellCheck={false}
          value={schema}
          onChange={({ target }) => onChange(target.value)}
          placeholder={t('Paste it here, or choose a file')}
        />
      </Field>
      <label className="small text-2">
        {t('Or a file:')}
        {between()}
        <input type="file" accept={words.accept} onChange={({ target }) => void read(target.files?.[0])} />
      </label>
    </>
  );
}

function Tried({ tried, isChosen }: { readonly tried: TriedDecoder; readonly isChosen: boolean }) {
  if (!isChosen)
    return <p className="small">{t('The schema is valid. Choose the message type of the bodies of the topic.')}</p>;
  return (
    <div className="col col-tight">
      <p className="small">{sentences(triedWords(tried), ...tried.notes)}</p>
      {tried.text === null ? null : (
        <BodyText text={tried.text} className={messageStyles.body} label={t('The newest message, decoded')} coloured />
      )}
    </div>
  );
}
