'use client';

import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { Select, TextInput } from '@/components/form/inputs';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Button } from '@/components/ui/button';
import { t } from '@/lib/model/language/t';
import type { RedrivePlanView } from '@/lib/console/operations/redrives/views';
import styles from './plan.module.css';
import { CHANGE_KINDS, type FieldChange, fieldsOf, needsValue, type SampleField } from './repair-fields.model';

const nameOf = (place: number): string => t('Change {place}', { place: place + 1 });

const EXAMPLE_PATH = '/order/currency';

export const NO_CHANGE: FieldChange = { path: '', kind: 'set', value: '' };

interface RepairFieldsProps {
  readonly sample: Sample;
  readonly changes: readonly FieldChange[];
  readonly onChange: (changes: readonly FieldChange[]) => void;
}

/** Changes of fields in words: the fields are those of one message of the set, and any other can be typed. */
export function RepairFields({ sample: { fields, words }, changes, onChange }: RepairFieldsProps) {
  const listId = useId();
  const change = (place: number, part: Partial<FieldChange>) =>
    onChange(changes.map((each, index) => (index === place ? { ...each, ...part } : each)));
  return (
    <fieldset className={styles.form}>
      <legend className="small">{t('Fields of the body')}</legend>
      <p className="small text-2">{words}</p>
      <datalist id={listId}>
        {fields.map(({ path, value }) => (
          <option key={path} value={path}>
            {JSON.stringify(value).slice(0, 60)}
          </option>
        ))}
      </datalist>
      {changes.map((each, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a change has no identity but its place
        <div key={place} className={styles.fieldChange} role="group" aria-label={nameOf(place)}>
          <TextInput
            mono
            aria-label={t('Field')}
            list={listId}
            value={each.path}
            placeholder={EXAMPLE_PATH}
            spellCheck={false}
            onChange={({ target }) => change(place, { path: target.value.trim() })}
          />
          <Select
            aria-label={t('Change')}
            value={each.kind}
            onChange={({ target }) =>
              change(place, { kind: CHANGE_KINDS.find(({ value }) => value === target.value)?.value ?? 'set' })
            }
          >
            {CHANGE_KINDS.map(({ value, label }) => (
              <option key={value} value={value}>
                {t(label)}
              </option>
            ))}
          </Select>
          {needsValue(each.kind) ? (
            <TextInput
              mono
              aria-label={each.kind === 'set' ? t('Value') : t('New name')}
              value={each.value}
              onChange={({ target }) => change(place, { value: target.value })}
            />
          ) : (
            <span />
          )}
          <Button
            size="small"
            variant="ghost"
            icon={X}
            onClick={() =>
              onChange(changes.length === 1 ? [NO_CHANGE] : changes.filter((_each, index) => index !== place))
            }
          >
            <span className="visually-hidden">{t('Remove change {place}', { place: place + 1 })}</span>
          </Button>
        </div>
      ))}
      <div>
        <Button size="small" icon={Plus} onClick={() => onChange([...changes, NO_CHANGE])}>
          {t('Add a change')}
        </Button>
      </div>
    </fieldset>
  );
}

interface Sample {
  readonly fields: readonly SampleField[];
  /** It is being read: what the changes come to is not known yet. */
  readonly isLoading: boolean;
  readonly words: string;
}

/** One message of the set; what is hidden from the operator is in no field. */
export function useSample({ group, selection }: RedrivePlanView): Sample {
  const { deadLetterIds, messageIds, filter, all } = selection;
  const browses = filter !== undefined || all === true;
  const page = useLiveQuery('deadLetters', { group, ...filter }, { live: { kinds: [] }, enabled: browses });
  const letter = deadLetterIds?.[0] ?? page.data?.items[0]?.id;
  const [message] = messageIds ?? [];
  const sample = useLiveQuery(
    'redriveEditable',
    { group, ...(message === undefined ? { letter: letter === undefined ? undefined : String(letter) } : { message }) },
    { live: { kinds: [] }, enabled: letter !== undefined || message !== undefined },
  );
  const fields = fieldsOf(sample.data?.text ?? null);
  const isLoading = page.isLoading || sample.isLoading;
  if (fields.length > 0)
    return {
      fields,
      isLoading,
      words: t('The fields are those of {message}.', { message: sample.data?.messageId ?? t('one message') }),
    };
  return {
    ...{ fields, isLoading },
    words:
      sample.data === undefined
        ? t('Enter a field as a JSON Pointer, such as /order/currency.')
        : t('The sample has no JSON body. Enter a field as a JSON Pointer, such as /order/currency.'),
  };
}
