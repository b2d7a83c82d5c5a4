'use client';

import { Check, Minus } from 'lucide-react';
import { ActionFailurePart } from '@/components/form/form-failure';
import { useAction } from '@/components/form/use-action';
import { useRefresh } from '@/components/live/use-refresh';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Tag } from '@/components/ui/tag';
import { RelativeTime, Time } from '@/components/ui/time';
import type { SessionView } from '@/lib/console/reads/settings';
import type { ActionResult } from '@/lib/model/action-result';
import { describeAgent } from './agent.model';
import { OwnFactors } from './own-factors';
import { type ChangePassword, PasswordPanel } from './password-panel';
import type { FactorsView } from '@/lib/console/reads/settings';
import styles from './settings.module.css';

interface MyAccountProps {
  readonly name: string;
  readonly role: string;
  readonly permissions: readonly { readonly name: string; readonly held: boolean }[];
  readonly sessions: readonly SessionView[];
  readonly currentSessionId: number | null;
  readonly endSession: (input: { sessionId: number }) => Promise<ActionResult<void>>;
  readonly endOthers: (input: Record<string, never>) => Promise<ActionResult<{ readonly sessionsEnded: number }>>;
  readonly changePassword: ChangePassword;
  /** Null: an API token has none. */
  readonly factors: FactorsView | null;
}

export function MyAccount({
  name,
  role,
  permissions,
  sessions,
  currentSessionId,
  endSession,
  endOthers,
  changePassword,
  factors,
}: MyAccountProps) {
  return (
    <div className="split">
      <div className="col col-wide">
        {factors === null ? null : <OwnFactors factors={factors} />}
        {factors?.password === false ? null : <PasswordPanel name={name} action={changePassword} />}
        <Sessions
          sessions={sessions}
          currentSessionId={currentSessionId}
          endSession={endSession}
          endOthers={endOthers}
        />
      </div>
      <section className="panel">
        <header>
          <h2>{name}</h2>
          <Tag>{role}</Tag>
        </header>
        <ul className={styles.permissions}>
          {permissions.map((permission) => (
            <li key={permission.name} className={permission.held ? undefined : 'text-3'}>
              <Icon of={permission.held ? Check : Minus} size={12} />
              <code>{permission.name}</code>
              <span className="visually-hidden">{permission.held ? 'allowed' : 'not allowed'}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Sessions({
  sessions,
  currentSessionId,
  endSession,
  endOthers,
}: Pick<MyAccountProps, 'sessions' | 'currentSessionId' | 'endSession' | 'endOthers'>) {
  const refresh = useRefresh();
  const action = useAction();
  const run = (send: () => Promise<ActionResult<unknown>>) => action.run(send, () => void refresh());
  return (
    <section className="panel" aria-label="Where you are signed in">
      <header>
        <h2>Where you are signed in</h2>
        <span className="small text-3 grow">ends after 30 min without use, at the latest after 12 h</span>
        <Button
          size="small"
          pending={action.pending}
          disabledReason={sessions.length > 1 ? null : 'There is no other session'}
          onClick={() => run(() => endOthers({}))}
        >
          End all others
        </Button>
      </header>
      <ActionFailurePart {...action} />
      <ul className={styles.rows}>
        {sessions.map((session) => (
          <li key={session.sessionId}>
            <span className="col col-tight grow">
              <span className="clip" title={session.agent}>
                {describeAgent(session.agent)} <span className="text-3">from {session.address}</span>
              </span>
              <span className="tiny text-3">
                since <Time at={session.createdAt} />, seen <RelativeTime at={session.lastSeenAt} />
              </span>
            </span>
            {session.sessionId === currentSessionId ? (
              <Tag>this one</Tag>
            ) : (
              <Button
                size="small"
                pending={action.pending}
                onClick={() => run(() => endSession({ sessionId: session.sessionId }))}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
