'use client';

import { useId, useState } from 'react';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { TextInput } from '@/components/form/inputs';
import { ReadProblem } from '@/components/live/read-problem';
import { useReadByHand } from '@/components/live/use-asked-read';
import { Button } from '@/components/ui/button';
import { AsOf } from '@/components/ui/time';
import type { ReadData } from '@/lib/console/reads/registry';
import { t } from '@/lib/model/language/t';
import { verdictWords } from './access.model';

/** For a client that was refused: each broker, whether it lets the user in, and the rule that decides. */
export function ExplainPanel({ users }: { readonly users: readonly string[] }) {
  const { found, error, isRunning, ask } = useReadByHand('clusterAccessExplained');
  const names = useId();
  const [wanted, setWanted] = useState({ user: '', topic: '', group: '', address: '' });
  const [shown, setShown] = useState('');
  const set = (field: keyof typeof wanted) => (event: { readonly target: { readonly value: string } }) =>
    setWanted({ ...wanted, [field]: event.target.value });
  const { user, topic, group, address } = wanted;
  const look = () => {
    setShown(user.trim());
    ask({
      ...{ user: user.trim(), topic: topic.trim(), address: address.trim() },
      ...(group.trim() === '' ? {} : { group: group.trim() }),
    });
  };
  const isMissing = [user, topic, address].some((text) => text.trim() === '');
  const blocker = isMissing ? t('Enter user, topic and address') : isRunning ? t('The brokers are being read') : null;
  return (
    <section className="panel" aria-label={t('Why was this client refused?')}>
      <header>
        <h2>{t('Why was this client refused?')}</h2>
        <span className="panel-end">{found === null ? null : <AsOf at={found.asOf} />}</span>
      </header>
      <div className="panel-body col">
        <Form className="row wrap" aria-label={t('Check access')} blocker={blocker} onSubmit={look}>
          <Field label={t('User')} hint={t('The access key of the client.')}>
            <TextInput mono list={names} value={user} maxLength={200} spellCheck={false} onChange={set('user')} />
          </Field>
          <datalist id={names}>
            {users.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </datalist>
          <Field label={t('Topic')} hint={t('The topic that the client sends to or consumes.')}>
            <TextInput mono value={topic} maxLength={200} spellCheck={false} onChange={set('topic')} />
          </Field>
          <Field label={t('Consumer group')} hint={t('Leave empty for a producer.')}>
            <TextInput mono value={group} maxLength={200} spellCheck={false} onChange={set('group')} />
          </Field>
          <Field label={t('Client address')} hint={t('IP address as the broker sees it.')}>
            <TextInput mono value={address} maxLength={45} spellCheck={false} onChange={set('address')} />
          </Field>
          <Button type="submit" variant="primary" disabledReason={blocker}>
            {t('Check access')}
          </Button>
        </Form>
        <ReadProblem error={error} onRetry={look} />
        {found === null ? null : <Verdicts found={found} user={shown} />}
      </div>
    </section>
  );
}

function Verdicts({ found, user }: { readonly found: ReadData<'clusterAccessExplained'>; readonly user: string }) {
  return (
    <ul className="col" aria-label={t('Result on each broker')}>
      {found.brokers.map(({ broker, isAllowed, problem, verdicts }) => (
        <li key={broker} className="col col-tight">
          <b className={isAllowed === false ? 'fg-dlq' : undefined}>{headOf(broker, isAllowed)}</b>
          {problem === null ? null : <span className="small">{problem}</span>}
          {isAllowed === true && verdicts.length === 0 ? (
            <span className="small text-2">{t('This broker checks no rules.')}</span>
          ) : null}
          {[...new Set(verdicts.map((verdict) => verdictWords(verdict, user)))].map((line) => (
            <span key={line} className="small">
              {line}
            </span>
          ))}
        </li>
      ))}
      {found.silent.map(({ broker, reason }) => (
        <li key={broker}>{t('{broker}: unknown, {reason}', { broker, reason })}</li>
      ))}
      <li className="small text-3 prose">
        {t(
          `This is what a broker decides about a client that connects to it. 5.x clients connect to a proxy, which calls
          brokers as its own user: only a proxy with authenticationEnabled and authorizationEnabled checks its
          clients.`,
        )}
      </li>
    </ul>
  );
}

function headOf(broker: string, isAllowed: boolean | null): string {
  if (isAllowed === null) return t('{broker}: unknown', { broker });
  return isAllowed ? t('{broker}: allowed', { broker }) : t('{broker}: refused', { broker });
}
