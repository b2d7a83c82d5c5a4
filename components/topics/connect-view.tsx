'use client';

import { Plus } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { addressOf } from '@/components/access-keys/address.model';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { FilterSelect } from '@/components/filters/filter-select';
import { TextFilter } from '@/components/filters/text-filter';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Link } from '@/components/ui/link';
import { Segmented } from '@/components/ui/segmented';
import type { TopicConnectView } from '@/lib/console/operations/topics/views';
import type { ReadResult } from '@/lib/model/read-result';
import styles from './connect.module.css';
import { NO_ENDPOINT, programType, stepsOf } from './connect.model';
import { ConnectGroupDialog } from './connect-group-dialog';
import { ConnectPrograms } from './connect-programs';
import { ConnectStatus } from './connect-status';
import { type LanguageName, LANGUAGES } from '@/lib/model/programs';
import { SECRET_VARIABLE } from '@/lib/model/programs/program';
import { between, pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import { sentences } from '@/lib/model/language/list';

interface AccessKeyName {
  readonly id: string;
  readonly name: string;
}

interface ConnectViewProps {
  readonly initial: ReadResult<TopicConnectView>;
  /** Active ones; null: the reader may not see them, or a cluster has its own. */
  readonly accessKeys: readonly AccessKeyName[] | null;
  readonly mayNotCreate: string | null;
}

const languageOptions = (Object.keys(LANGUAGES) as LanguageName[]).map((value) => ({
  ...{ value, label: LANGUAGES[value].name },
}));

/** From a new topic to the first committed message: what is connected, and programs to copy. */
export function ConnectView({ initial, accessKeys, mayNotCreate }: ConnectViewProps) {
  const url = useUrlParams();
  const [creating, setCreating] = useState(false);
  const browserHost = useSyncExternalStore(subscribeToNothing, hostHere, hostUnknown);
  const read = useLiveQuery(
    'topicConnect',
    { topic: initial.data.topic, group: url.get('group') },
    { initial, live: { kinds: ['topic', 'group', 'message', 'client'] } },
  );
  const connection = read.data ?? initial.data;
  const { topic, group, groups, gateway } = connection;
  const asked = url.get('language');
  const name = languageOptions.find(({ value }) => value === asked)?.value ?? 'node';
  const language = LANGUAGES[name];
  const endpoint = endpointOf(connection, browserHost, url.get('endpoint'));
  const accessKeyId = keyOf(connection, accessKeys, url.get('key'));
  const facts = {
    ...{ endpoint: endpoint ?? NO_ENDPOINT, topic, accessKeyId, group: group ?? '' },
    ...{ type: programType(connection.type), tlsOnly: gateway?.tlsOnly === true },
  };
  const files = { producer: language.producer(facts).file, consumer: language.consumer(facts).file };
  return (
    <>
      {read.error === null ? null : (
        <section className="panel">
          <ReadProblem error={read.error} onRetry={read.retry} />
        </section>
      )}
      <div className="toolbar">
        <p>
          {group === null ? (
            <Said of={pieces('Topic <b>{topic}</b> is ready. Choose the consumer group that reads it.', { topic })} />
          ) : (
            <Said
              of={pieces('Topic <b>{topic}</b> and group <b>{group}</b> are ready. Send one message and receive it.', {
                topic,
                group,
              })}
            />
          )}
        </p>
        <span className="grow" />
        <FilterSelect
          name={t('group')}
          value={group ?? ''}
          options={[{ value: '', label: t('none') }, ...groups.map((value) => ({ value, label: value }))]}
          onChange={(value) => url.set({ group: value === '' ? undefined : value })}
        />
        <Button
          icon={Plus}
          variant={group === null ? 'primary' : 'default'}
          disabledReason={mayNotCreate}
          onClick={() => setCreating(true)}
        >
          {t('New group…')}
        </Button>
      </div>
      <ConnectStatus steps={stepsOf(connection, files)} asOf={read.asOf ?? initial.asOf} />
      <section className={`panel ${styles.facts}`} aria-label={t('Connection')}>
        <Endpoint
          known={endpoint}
          connection={connection}
          typed={url.get('endpoint')}
          onChange={(value) => url.set({ endpoint: value })}
        />
        <AccessKey
          connection={connection}
          accessKeys={accessKeys}
          chosen={accessKeyId}
          onChange={(key) => url.set({ key })}
        />
        <span className="small text-2">
          {gateway === null
            ? t('TLS: as set at the proxies of the cluster')
            : gateway.tlsOnly
              ? t('TLS: required')
              : t('TLS: on, and plaintext is accepted')}
        </span>
      </section>
      <div className="toolbar">
        <Segmented
          label={t('Language')}
          value={name}
          options={languageOptions}
          onChange={(value) => url.set({ language: value })}
        />
        <span className="small text-3">{t('Official Apache RocketMQ 5 clients, unmodified.')}</span>
      </div>
      <ConnectPrograms language={language} facts={facts} hasGroup={group !== null} />
      {creating ? (
        <ConnectGroupDialog
          type={facts.type}
          onClose={() => setCreating(false)}
          onDone={(made) => {
            setCreating(false);
            url.set({ group: made });
          }}
        />
      ) : null}
    </>
  );
}

const subscribeToNothing = () => () => undefined;
const hostHere = () => location.hostname;
const hostUnknown = () => 'localhost';

/** Null: not known here. */
function endpointOf(
  { gateway, endpoints }: TopicConnectView,
  browserHost: string,
  typed: string | undefined,
): string | null {
  if (gateway !== null) return addressOf(gateway, browserHost);
  return typed ?? (endpoints.kind === 'unknown' ? null : (endpoints.value[0] ?? null));
}

/** What stands in programs where a key is needed and none can be filled in. */
const ANY_KEY = 'YOUR_ACCESS_KEY';

function keyOf(
  { gateway }: TopicConnectView,
  accessKeys: readonly AccessKeyName[] | null,
  asked: string | undefined,
): string | null {
  const known = accessKeys?.find(({ id }) => id === asked)?.id;
  if (known !== undefined || gateway?.requiresKeys !== true) return known ?? null;
  return accessKeys?.[0]?.id ?? ANY_KEY;
}

interface EndpointProps {
  readonly known: string | null;
  readonly connection: TopicConnectView;
  readonly typed: string | undefined;
  readonly onChange: (endpoint: string | undefined) => void;
}

function Endpoint({ known, connection: { endpoints, gateway }, typed, onChange }: EndpointProps) {
  if (known !== null && typed === undefined)
    return (
      <span className="row">
        <span className="small text-2">{t('Endpoint')}</span>
        <code>{known}</code>
        <CopyButton text={known} label={t('Copy endpoint')} />
        {gateway?.loopback === true ? <span className="small text-3">{t('programs on this machine only')}</span> : null}
      </span>
    );
  return (
    <span className="row wrap">
      <TextFilter name={t('endpoint')} placeholder={NO_ENDPOINT} value={typed} onChange={onChange} />
      <span className="small text-3">
        {sentences(
          endpoints.kind === 'unknown' ? t('Unknown: {reason}.', { reason: endpoints.reason }) : '',
          t('Enter the gRPC address of a proxy.'),
        )}
      </span>
    </span>
  );
}

interface AccessKeyProps {
  readonly connection: TopicConnectView;
  readonly accessKeys: readonly AccessKeyName[] | null;
  readonly chosen: string | null;
  readonly onChange: (key: string | undefined) => void;
}

function AccessKey({ connection: { gateway }, accessKeys, chosen, onChange }: AccessKeyProps) {
  if (gateway === null)
    return <span className="small text-2">{t('Access key: as set in the ACL of the cluster')}</span>;
  return (
    <>
      <span className="small text-2">
        {gateway.requiresKeys ? t('Access key: required.') : t('Access key: not required on this server.')}
        {chosen === null ? null : (
          <>
            {between()}
            <Said
              of={pieces('Set <code>{variable}</code> to its secret before you run a program.', {
                variable: SECRET_VARIABLE,
              })}
            />
          </>
        )}
      </span>
      {accessKeys === null ? null : accessKeys.length === 0 ? (
        <Link href="/settings/access-keys" className="small" prefetch={false}>
          {t('Create an access key')}
        </Link>
      ) : (
        <FilterSelect
          name={t('access key')}
          value={chosen ?? ''}
          options={[
            ...(gateway.requiresKeys ? [] : [{ value: '', label: t('none') }]),
            ...accessKeys.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(value) => onChange(value === '' ? undefined : value)}
        />
      )}
    </>
  );
}
