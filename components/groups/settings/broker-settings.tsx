'use client';

import { Equal } from 'lucide-react';
import { useState } from 'react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import type { GroupInBrokers } from '@/lib/console/operations/groups/views';
import { plannedDeliveries } from '@/lib/model/delivery/retry-policy';
import {
  BROKER_FIELD_NAMES,
  BROKER_FIELDS,
  type BrokerField,
  brokerWords,
} from '@/components/clusters/cluster-words.model';
import { NotKnown } from '@/components/clusters/figure';
import { MakeEqualDialog } from './make-equal-dialog';
import { t } from '@/lib/model/language/t';
import { enumerated } from '@/lib/model/language/list';

interface BrokerSettingsProps {
  readonly group: string;
  readonly version: number;
  readonly inBrokers: GroupInBrokers;
  /** Null: may be changed; else why not. */
  readonly mayNotEdit: string | null;
  readonly onChanged: () => void;
}

/** The settings of a group broker by broker: each keeps its own, and nothing but the console compares them. */
export function BrokerSettings({ group, version, inBrokers, mayNotEdit, onChanged }: BrokerSettingsProps) {
  const [asked, setAsked] = useState(false);
  const { differences, missingOn, silent, differsElsewhere, unreadablePolicy } = inBrokers;
  const differ = differences.length > 0 || differsElsewhere || missingOn.length > 0;
  // Without the silent ones nothing is equal: what they have is not known.
  const blocker =
    mayNotEdit ??
    (silent.length === 0 ? null : t('{broker} does not respond', { broker: silent[0]?.broker ?? t('a broker') }));
  return (
    <section className="panel">
      <header>
        <h2>{differ ? t('{group}: brokers differ', { group }) : t('Settings on the brokers')}</h2>
        <span className="small text-3">
          {differ
            ? t('{same, number} of {all, number} settings are the same', {
                same: BROKER_FIELD_NAMES.length - differences.length,
                all: BROKER_FIELD_NAMES.length,
              })
            : t('the same on all brokers that responded')}
        </span>
        <span className="grow" />
        {differ ? (
          <Button icon={Equal} variant="primary" onClick={() => setAsked(true)} disabledReason={blocker}>
            {t('Make equal…')}
          </Button>
        ) : null}
      </header>
      {missingOn.length === 0 ? null : (
        <Banner tone="danger">
          {t('The group is missing on {brokers}: messages stored there are not consumed.', {
            brokers: enumerated(missingOn),
          })}
        </Banner>
      )}
      {unreadablePolicy ? (
        <Banner tone="danger">
          {t(
            `The retry interval is stored in a form that proxies cannot read: no 5.x client of this group can start.
            Save a retry interval below.`,
          )}
        </Banner>
      ) : null}
      {differsElsewhere ? (
        <Banner tone="warning">
          {t('Settings that this console does not know differ too. Make equal copies all of them.')}
        </Banner>
      ) : null}
      <DataTable
        label={t('Settings of {group} on each broker', { group })}
        columns={columnsOf(inBrokers)}
        rows={differ ? shownFields(differences) : BROKER_FIELD_NAMES}
        rowId={(field) => field}
        problem={null}
        empty={null}
      />
      {asked ? (
        <MakeEqualDialog
          {...{ group, version, inBrokers }}
          onClose={() => setAsked(false)}
          onDone={() => {
            setAsked(false);
            onChanged();
          }}
        />
      ) : null}
    </section>
  );
}

/** What differs, and what an operator looks for first. */
function shownFields(differences: readonly BrokerField[]): readonly BrokerField[] {
  const wanted = new Set<BrokerField>(['maxRetries', 'retryPolicy', 'isConsuming', ...differences]);
  return BROKER_FIELD_NAMES.filter((field) => wanted.has(field));
}

function columnsOf(inBrokers: GroupInBrokers): readonly Column<BrokerField>[] {
  const { settings, differences, silent } = inBrokers;
  return [
    { id: 'setting', header: t('Setting'), cell: (field) => t(BROKER_FIELDS[field].label) },
    ...settings.map(({ broker, settings: has }): Column<BrokerField> => ({
      id: broker,
      header: broker,
      cell: (field) =>
        has === null ? (
          <span className="fg-dlq">{t('missing')}</span>
        ) : (
          <span className={differences.includes(field) ? 'fg-waiting' : undefined}>{brokerWords(field, has)}</span>
        ),
    })),
    ...silent.map(({ broker, reason }): Column<BrokerField> => ({
      id: broker,
      header: <span title={reason}>{broker}</span>,
      cell: () => <NotKnown reading={{ kind: 'unknown', since: null, reason: t('silent') }} />,
    })),
    {
      id: 'means',
      header: t('Effect'),
      clip: true,
      hideNarrow: true,
      cell: (field) => <span className="text-2">{meaningOf(field, inBrokers)}</span>,
    },
  ];
}

function meaningOf(field: BrokerField, { settings, differences }: GroupInBrokers): string {
  if (!differences.includes(field)) return settings.length > 1 ? t('same') : '';
  if (field === 'isConsuming') return t('some brokers deliver messages, others do not');
  if (field !== 'maxRetries') return t('differs by broker');
  const has = settings.flatMap(({ broker, settings: each }) => (each === null ? [] : [{ broker, ...each }]));
  const [least] = has.toSorted((one, other) => one.maxRetries - other.maxRetries);
  if (least === undefined) return '';
  const deliveries = plannedDeliveries({ type: 'stepped' }, least.maxRetries).length;
  return t('messages on {broker} move to the DLQ after {deliveries, plural, one {# delivery} other {# deliveries}}', {
    broker: least.broker,
    deliveries,
  });
}
