'use client';

import { useId } from 'react';
import { Field } from '@/components/form/field';
import { Select, TextInput } from '@/components/form/inputs';
import { useLiveQuery } from '@/components/live/use-live-query';
import { isRate } from '@/lib/model/throttle/limit';
import { LIMIT_KIND_NAMES, LIMIT_KINDS, LIMIT_SCOPES, type LimitScope } from '@/lib/model/throttle/limit-kind';
import { type LimitDraft, problemOf, withKind, withScope } from './limit-dialog.model';
import { unitWords } from './throttling.model';
import styles from './throttling.module.css';
import { msg, t } from '@/lib/model/language/t';

interface KeyFieldsProps {
  readonly draft: LimitDraft;
  readonly onDraft: (draft: LimitDraft) => void;
  readonly errorOf: (field: string) => string | null;
}

const scopeLabels: Readonly<Record<LimitScope, string>> = {
  broker: msg('Whole broker'),
  topic: msg('Topic'),
  group: msg('Consumer group'),
  'access-key': msg('Access key'),
};

/** What a new limit is about. */
export function KeyFields({ draft, onDraft, errorOf }: KeyFieldsProps) {
  const scopes: readonly LimitScope[] = LIMIT_KINDS[draft.kind].scopes;
  const listId = useId();
  const subjects = useLiveQuery('limitSubjects', {}, { live: { kinds: [] } });
  const known =
    draft.scope === 'topic'
      ? (subjects.data?.topics ?? [])
      : draft.scope === 'group'
        ? (subjects.data?.groups ?? [])
        : [];
  return (
    <div className={styles.pair}>
      <datalist id={listId}>
        {known.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <Field label={t('Limit on')}>
        <Select
          value={draft.kind}
          onChange={(event) => onDraft(withKind(draft, find(LIMIT_KIND_NAMES, event.target.value, draft.kind)))}
        >
          {LIMIT_KIND_NAMES.map((kind) => (
            <option key={kind} value={kind}>
              {t('{limit}, {unit}', { limit: t(LIMIT_KINDS[kind].says), unit: unitWords(LIMIT_KINDS[kind].unit) })}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('Applies to')}>
        <Select
          value={draft.scope}
          onChange={(event) => onDraft(withScope(draft, find(LIMIT_SCOPES, event.target.value, draft.scope)))}
        >
          {scopes.map((scope) => (
            <option key={scope} value={scope}>
              {t(scopeLabels[scope])}
            </option>
          ))}
        </Select>
      </Field>
      {draft.scope === 'broker' ? null : (
        <Field
          label={t(scopeLabels[draft.scope])}
          error={errorOf('subject') ?? errorOf('topic') ?? errorOf('group')}
          hint={draft.scope === 'access-key' ? t('The ID from Settings, Access keys.') : undefined}
        >
          <TextInput
            value={draft.subject}
            onChange={(event) => onDraft({ ...draft, subject: event.target.value })}
            autoComplete="off"
            spellCheck={false}
            list={known.length === 0 ? undefined : listId}
          />
        </Field>
      )}
    </div>
  );
}

function find<Value extends string>(values: readonly Value[], text: string, otherwise: Value): Value {
  return values.find((value) => value === text) ?? otherwise;
}

interface NumberFieldsProps {
  readonly draft: LimitDraft;
  /** As it is saved; null: a new one. */
  readonly saved: LimitDraft | null;
  readonly onChange: (fields: Partial<LimitDraft>) => void;
  readonly errorOf: (field: string) => string | null;
}

/** Where it refuses, where it warns, what may be caught up. */
export function NumberFields({ draft, saved, onChange, errorOf }: NumberFieldsProps) {
  const rate = isRate(draft.kind);
  const unit = unitWords(LIMIT_KINDS[draft.kind].unit);
  const isChanged = (field: 'hard' | 'softPercent' | 'burstSeconds'): boolean =>
    saved !== null && saved[field] !== draft[field];
  return (
    <div className={styles.pair}>
      <Field
        label={t('Limit')}
        error={problemOf(draft, 'hard') ?? errorOf('hard')}
        hint={unit.startsWith('bytes') ? t('A number, or with a unit: 2 MB.') : undefined}
      >
        <TextInput
          value={draft.hard}
          onChange={(event) => onChange({ hard: event.target.value })}
          inputMode="decimal"
          autoComplete="off"
          changed={isChanged('hard')}
          note={isChanged('hard') ? t('was {value} {unit}', { value: saved?.hard ?? '', unit }) : unit}
        />
      </Field>
      <Field
        label={t('Warning from')}
        error={problemOf(draft, 'softPercent') ?? errorOf('softShare')}
        hint={rate ? undefined : t('A limit that refuses sends accepts them again below this share.')}
      >
        <TextInput
          value={draft.softPercent}
          onChange={(event) => onChange({ softPercent: event.target.value })}
          inputMode="decimal"
          autoComplete="off"
          changed={isChanged('softPercent')}
          note={
            isChanged('softPercent') ? t('was {value} {unit}', { value: saved?.softPercent ?? '', unit: '%' }) : '%'
          }
        />
      </Field>
      {rate ? (
        <Field
          label={t('Burst')}
          error={problemOf(draft, 'burstSeconds') ?? errorOf('burstMs')}
          hint={t('Unused capacity of this many seconds can be used later.')}
        >
          <TextInput
            value={draft.burstSeconds}
            onChange={(event) => onChange({ burstSeconds: event.target.value })}
            inputMode="decimal"
            autoComplete="off"
            changed={isChanged('burstSeconds')}
            note={
              isChanged('burstSeconds') ? t('was {value} {unit}', { value: saved?.burstSeconds ?? '', unit: 's' }) : 's'
            }
          />
        </Field>
      ) : null}
    </div>
  );
}
