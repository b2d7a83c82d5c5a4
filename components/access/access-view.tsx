'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { BrokersBanner } from '@/components/clusters/brokers-banner';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { OverflowMenu } from '@/components/ui/overflow-menu';
import { PageHeader } from '@/components/ui/page-header';
import { Tag } from '@/components/ui/tag';
import { AsOf } from '@/components/ui/time';
import { useToast } from '@/components/ui/toast';
import type { ReadData } from '@/lib/console/reads/registry';
import { t } from '@/lib/model/language/t';
import type { ReadResult } from '@/lib/model/read-result';
import {
  type Account,
  accountsOf,
  brokerWords,
  changeBlock,
  differenceWords,
  kindWords,
  knownBrokers,
  type RuleView,
  ruleWords,
} from './access.model';
import { type Asked, AccessDialogs } from './access-dialogs';
import { ExplainPanel } from './explain-panel';
import { enumerated, sentences } from '@/lib/model/language/list';

interface AccessViewProps {
  readonly initial: ReadResult<ReadData<'clusterAccess'>>;
  readonly mayNotChange: string | null;
}

/** Users and rules of ACL 2 on all brokers of a cluster, and why a client is refused. */
export function AccessView({ initial, mayNotChange }: AccessViewProps) {
  const query = useLiveQuery('clusterAccess', {}, { initial, live: { kinds: ['sample'] } });
  const toast = useToast();
  const [asked, setAsked] = useState<Asked | null>(null);
  const found = query.data ?? initial.data;
  const accounts = accountsOf(found);
  const block = changeBlock(found, mayNotChange);
  const notes = found.brokers.flatMap((broker) => brokerWords(broker) ?? []);
  const known = knownBrokers(found);
  return (
    <>
      <PageHeader title={t('Access')}>
        {known.length === 0
          ? t('No broker reports users and rules.')
          : t('{users, plural, one {# user} other {# users}}, {rules, plural, one {# rule} other {# rules}} (ACL 2)', {
              ...{ users: accounts.length, rules: found.rules.length },
            })}
      </PageHeader>
      <ReadProblem error={query.error} onRetry={query.retry} />
      <BrokersBanner
        answered={found.brokers.length}
        silent={found.silent}
        meaning={t('Users and rules of these brokers are unknown. Users can be changed when all brokers respond.')}
      />
      {notes.length === 0 ? null : <Banner tone="warning">{sentences(...notes)}</Banner>}
      <section className="panel">
        <header>
          <h2>{t('Users')}</h2>
          <span className="panel-end row">
            <AsOf at={query.asOf ?? initial.asOf} />
            <Button
              icon={Plus}
              variant="primary"
              disabledReason={block}
              onClick={() => setAsked({ dialog: 'user', account: null })}
            >
              {t('Create user')}
            </Button>
          </span>
        </header>
        <DataTable
          label={t('Users')}
          columns={userColumns(setAsked, block)}
          rows={accounts}
          rowId={({ name }) => name}
          rowQuiet={({ variants }) => variants.length > 0 && variants.every(({ isEnabled }) => !isEnabled)}
          empty={<EmptyState kind="none-ever">{t('No broker has a user.')}</EmptyState>}
        />
      </section>
      <section className="panel">
        <header>
          <h2>{t('Rules')}</h2>
          <span className="small text-3">{t('The most specific rule that matches decides')}</span>
        </header>
        <DataTable
          label={t('Rules')}
          columns={ruleColumns({ onAsk: setAsked, block, known, accounts })}
          rows={found.rules}
          rowId={({ user, policy, resource, on }) => [user, policy, resource, ...on].join(' ')}
          empty={<EmptyState kind="none-ever">{t('No user has a rule. Only super users have access.')}</EmptyState>}
        />
      </section>
      <ExplainPanel users={accounts.map(({ name }) => name)} />
      {asked === null ? null : (
        <AccessDialogs
          asked={asked}
          found={found}
          onClose={() => setAsked(null)}
          onDone={(says) => {
            setAsked(null);
            toast(says);
            query.retry();
          }}
        />
      )}
    </>
  );
}

function userColumns(onAsk: (asked: Asked) => void, block: string | null): readonly Column<Account>[] {
  return [
    { id: 'name', header: t('User'), cut: true, cell: ({ name }) => <b>{name}</b> },
    { id: 'kind', header: t('Kind'), cell: (account) => kindWords(account) },
    {
      id: 'state',
      header: t('State'),
      hideNarrow: true,
      cell: ({ variants }) =>
        variants.every(({ isEnabled }) => isEnabled) ? (
          <span className="text-2">{t('enabled')}</span>
        ) : (
          <span className="fg-waiting">{t('disabled')}</span>
        ),
    },
    { id: 'rules', header: t('Rules'), align: 'end', cell: ({ rules }) => rules },
    {
      id: 'brokers',
      header: t('Brokers'),
      cut: true,
      cell: (account) => {
        const words = differenceWords(account);
        if (words === null) return <span className="text-2">{t('the same on all')}</span>;
        return <span className="fg-waiting">{words}</span>;
      },
    },
    {
      id: 'use',
      header: t('Used by'),
      hideNarrow: true,
      cell: ({ variants }) => (
        <span className="row">
          {variants.some(({ isOwn }) => isOwn) ? <Tag>{t('Redrive')}</Tag> : null}
          {variants.some(({ isInner }) => isInner) ? <Tag>{t('Brokers and proxies')}</Tag> : null}
        </span>
      ),
    },
    {
      id: 'act',
      header: t('Actions'),
      fixed: true,
      cell: (account) => (
        <OverflowMenu
          label={t('Actions for user {name}', { name: account.name })}
          entries={[
            {
              label: t('Edit user…'),
              disabledReason: block,
              onSelect: () => onAsk({ dialog: 'user', account }),
            },
            {
              label: t('Add rule…'),
              disabledReason: block,
              onSelect: () => onAsk({ dialog: 'rule', user: account.name, rule: null }),
            },
            {
              label: t('Make brokers equal…'),
              disabledReason: block ?? (account.differs ? null : t('All brokers are already the same')),
              onSelect: () => onAsk({ dialog: 'equal', account }),
            },
            {
              label: t('Delete user…'),
              danger: true,
              disabledReason: block,
              onSelect: () => onAsk({ dialog: 'delete-user', account }),
            },
          ]}
        />
      ),
    },
  ];
}

interface RuleColumns {
  readonly onAsk: (asked: Asked) => void;
  readonly block: string | null;
  readonly known: readonly string[];
  readonly accounts: readonly Account[];
}

function ruleColumns({ onAsk, block, known }: RuleColumns): readonly Column<RuleView>[] {
  return [
    { id: 'user', header: t('User'), cut: true, cell: ({ user }) => <b>{user}</b> },
    { id: 'resource', header: t('Resource'), cut: true, cell: ({ resource }) => <code>{resource}</code> },
    {
      id: 'rule',
      header: t('Rule'),
      cut: true,
      cell: (rule) => <span className={rule.isDeny ? 'fg-dlq' : undefined}>{ruleWords(rule)}</span>,
    },
    {
      id: 'policy',
      header: t('Policy'),
      hideNarrow: true,
      cell: ({ policy }) => <span className="text-2">{policy === 'custom' ? t('custom') : t('default')}</span>,
    },
    {
      id: 'on',
      header: t('Brokers'),
      cut: true,
      hideNarrow: true,
      cell: ({ on }) =>
        on.length === known.length ? (
          <span className="text-2">{t('the same on all')}</span>
        ) : (
          <span className="fg-waiting">{t('only on {brokers}', { brokers: enumerated(on) })}</span>
        ),
    },
    {
      id: 'act',
      header: t('Actions'),
      fixed: true,
      cell: (rule) => (
        <OverflowMenu
          label={t('Actions for the rule of {user} for {resource}', { user: rule.user, resource: rule.resource })}
          entries={[
            {
              label: t('Edit rule…'),
              disabledReason: block,
              onSelect: () => onAsk({ dialog: 'rule', user: rule.user, rule }),
            },
            {
              label: t('Delete rule…'),
              danger: true,
              disabledReason: block,
              onSelect: () => onAsk({ dialog: 'delete-rule', rule }),
            },
          ]}
        />
      ),
    },
  ];
}
