'use client';

import type { UrlPatch } from '@/components/data-table/use-url-params';
import { FilterSelect } from '@/components/filters/filter-select';
import { type LetterCondition, NO_VERSION } from '@/lib/model/dead-letter/letter-filter';
import type { Refusal } from '@/lib/model/refusal';
import type { Filters } from './dead-letters.model';
import { FilterField } from '@/components/filters/filter-field';
import { TextFilter } from '@/components/filters/text-filter';
import { msg, t } from '@/lib/model/language/t';

interface Typed {
  readonly label: string;
  readonly placeholder: string;
  readonly wide?: true;
}

const TYPED = {
  topic: { label: msg('topic'), placeholder: 'orders' },
  version: { label: msg('client version'), placeholder: '2.14.0' },
  key: { label: msg('key'), placeholder: 'order-62' },
  attempts: { label: msg('deliveries'), placeholder: msg('4, 2- or 2-3') },
  json: { label: msg('JSON path'), placeholder: '$.currency = "JPY"', wide: true },
} as const satisfies Partial<Record<LetterCondition, Typed>>;

const TYPED_NAMES = Object.keys(TYPED) as (keyof typeof TYPED)[];
const YES_NO_NAMES = ['held', 'accepted'] as const;
const YES_NO_LABELS = { held: msg('held'), accepted: msg('accepted') } as const;

const YES_NO = [
  { value: '', label: msg('any') },
  { value: 'yes', label: msg('yes') },
  { value: 'no', label: msg('no') },
] as const;

/** One of them is set: they are in view. */
export function namesMore(filters: Filters): boolean {
  return [...TYPED_NAMES, ...YES_NO_NAMES].some((name) => filters[name] !== undefined);
}

/** The condition "no version" is a word of the address: operators read and write it in their language. */
function shownVersion(value: string | undefined): string | undefined {
  return value === NO_VERSION ? t('not reported') : value;
}

function meantVersion(value: string | undefined): string | undefined {
  return value === t('not reported') ? NO_VERSION : value;
}

interface MoreFiltersProps {
  readonly filters: Filters;
  readonly refusal: Refusal | null;
  readonly onChange: (patch: UrlPatch) => void;
}

/** Conditions that are not asked for every day. */
export function MoreFilters({ filters, refusal, onChange }: MoreFiltersProps) {
  return (
    <>
      {TYPED_NAMES.map((name) => {
        const { label, placeholder, ...look } = TYPED[name];
        return (
          <FilterField key={name} of={[name]} refusal={refusal}>
            {(invalid) => (
              <TextFilter
                {...look}
                name={t(label)}
                placeholder={t(placeholder)}
                value={name === 'version' ? shownVersion(filters[name]) : filters[name]}
                invalid={invalid}
                onChange={(value) => onChange({ [name]: name === 'version' ? meantVersion(value) : value })}
              />
            )}
          </FilterField>
        );
      })}
      {YES_NO_NAMES.map((name) => (
        <FilterField key={name} of={[name]} refusal={refusal}>
          {(invalid) => (
            <FilterSelect<string>
              name={t(YES_NO_LABELS[name])}
              value={filters[name] ?? ''}
              options={YES_NO.map(({ value, label: word }) => ({ value, label: t(word) }))}
              invalid={invalid}
              onChange={(value) => onChange({ [name]: value })}
            />
          )}
        </FilterField>
      ))}
    </>
  );
}
