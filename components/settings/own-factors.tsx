'use client';

import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';
import { useState } from 'react';
import { ActionFailurePart } from '@/components/form/form-failure';
import { useAction } from '@/components/form/use-action';
import { useRefresh } from '@/components/live/use-refresh';
import { makePasskey, proposedName } from '@/components/auth/passkey';
import { useReasonAgainstPasskeys } from '@/components/auth/other-ways';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { OnDemand } from '@/components/ui/on-demand';
import { OverflowMenu } from '@/components/ui/overflow-menu';
import { Tag } from '@/components/ui/tag';
import { Time } from '@/components/ui/time';
import {
  addPasskeyAction,
  beginAppAction,
  beginPasskeyAction,
  connectSingleSignOnAction,
  removeFactorAction,
  renewRecoveryCodesAction,
} from '@/lib/console/actions/own-factors';
import type { FactorsView, PasskeyView } from '@/lib/console/reads/settings';
import { CodesDialog } from './codes-dialog';
import { type Removable, removalOf } from './own-factors.model';
import { FactorRow } from './factor-row';
import { PasswordRow } from './password-row';
import { RenamePasskeyDialog } from './rename-passkey-dialog';
import styles from './settings.module.css';

const FEW_CODES = 3;
const loadAppDialog = () => import('./app-dialog');

/** How one signs in. Each change asks to confirm who it is, and stands in the audit log. */
export function OwnFactors({ name, factors }: { readonly name: string; readonly factors: FactorsView }) {
  const refresh = useRefresh();
  const action = useAction();
  const reason = useReasonAgainstPasskeys();
  const [setUp, setSetUp] = useState<{ readonly secret: string; readonly address: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [removing, setRemoving] = useState<Removable | null>(null);
  const [renaming, setRenaming] = useState<PasskeyView | null>(null);
  const [renewing, setRenewing] = useState(false);
  const [browserProblem, setBrowserProblem] = useState<string | null>(null);
  const hasSecond = factors.app !== null || factors.passkeys.length > 0;

  const added = (recoveryCodes: readonly string[] | null) => {
    setCodes(recoveryCodes);
    void refresh();
  };
  const addPasskey = () => {
    setBrowserProblem(null);
    action.run(
      () => beginPasskeyAction({}),
      (options) =>
        void makePasskey(options).then((response) => {
          if (typeof response === 'string') setBrowserProblem(response);
          else action.run(() => addPasskeyAction({ name: proposedName(), response }), added);
        }),
    );
  };

  return (
    <section className="panel" aria-label={t('Sign-in methods')}>
      <header>
        <h2>{t('Sign-in methods')}</h2>
        <span className="small text-3 grow">
          {factors.required ? t('Your role requires a second factor') : t('A passkey replaces password and code')}
        </span>
      </header>
      <ActionFailurePart {...action} />
      {browserProblem === null ? null : (
        <div className="panel-body">
          <Banner tone="danger">{browserProblem}</Banner>
        </div>
      )}
      <ul className={styles.rows}>
        <li>
          <PasswordRow name={name} isSet={factors.password} />
        </li>
        <li>
          <FactorRow
            title={t('Authenticator app')}
            note={
              factors.app === null ? (
                t('Not set up. Asks for a code from your phone after the password.')
              ) : (
                <Since at={factors.app.since} />
              )
            }
          />
          {factors.app === null ? (
            <Button
              size="small"
              pending={action.pending}
              disabledReason={factors.password ? null : t('Your single sign-on provider manages second factors')}
              onClick={() => action.run(() => beginAppAction({}), setSetUp)}
            >
              {t('Set up…')}
            </Button>
          ) : (
            <Button size="small" onClick={() => setRemoving({ kind: 'authenticator-app' })}>
              {t('Remove…')}
            </Button>
          )}
        </li>
        {factors.passkeys.map((passkey) => (
          <li key={passkey.passkeyId}>
            <FactorRow title={t('Passkey {name}', { name: passkey.name })} note={<PasskeyNote of={passkey} />} />
            <OverflowMenu
              label={t('Actions for passkey {name}', { name: passkey.name })}
              entries={[
                { label: t('Rename…'), onSelect: () => setRenaming(passkey) },
                {
                  label: t('Remove…'),
                  danger: true,
                  onSelect: () => setRemoving({ kind: 'passkey', passkeyId: passkey.passkeyId, name: passkey.name }),
                },
              ]}
            />
          </li>
        ))}
        <li>
          <FactorRow
            title={factors.passkeys.length === 0 ? t('Passkey') : t('Another passkey')}
            note={t('Fingerprint, face or PIN of this device, or a security key.')}
          />
          <Button
            size="small"
            pending={action.pending}
            disabledReason={
              factors.password ? (reason ?? null) : t('Your single sign-on provider manages second factors')
            }
            onClick={addPasskey}
          >
            {t('Add passkey…')}
          </Button>
        </li>
        {hasSecond ? (
          <li>
            <FactorRow
              title={t('Recovery codes')}
              note={t('{count, plural, one {# code} other {# codes}} left, each works once', {
                count: factors.recoveryCodesLeft,
              })}
            />
            {factors.recoveryCodesLeft <= FEW_CODES ? <Tag>{t('few codes left')}</Tag> : null}
            <Button size="small" onClick={() => setRenewing(true)}>
              {t('New codes…')}
            </Button>
          </li>
        ) : null}
        {factors.connected.map(({ issuer, linkedAt }) => (
          <li key={issuer}>
            <FactorRow title={t('Single sign-on')} note={<Connected issuer={issuer} at={linkedAt} />} />
            <Button size="small" onClick={() => setRemoving({ kind: 'single-sign-on', issuer })}>
              {t('Disconnect…')}
            </Button>
          </li>
        ))}
        {factors.singleSignOn !== null && factors.connected.length === 0 ? (
          <li>
            <FactorRow
              title={t('Single sign-on')}
              note={t('Not connected with {provider}.', { provider: factors.singleSignOn })}
            />
            <Button
              size="small"
              pending={action.pending}
              onClick={() =>
                action.run(
                  () => connectSingleSignOnAction({}),
                  ({ url }) => location.assign(url),
                )
              }
            >
              {t('Connect account')}
            </Button>
          </li>
        ) : null}
      </ul>
      <OnDemand load={loadAppDialog} isWanted={setUp !== null} onCancel={() => setSetUp(null)}>
        {({ AppDialog }) =>
          setUp === null ? null : (
            <AppDialog
              setUp={setUp}
              onClose={() => setSetUp(null)}
              onDone={(recoveryCodes) => {
                setSetUp(null);
                added(recoveryCodes);
              }}
            />
          )
        }
      </OnDemand>
      {codes === null ? null : <CodesDialog codes={codes} onClose={() => setCodes(null)} />}
      {renaming === null ? null : (
        <RenamePasskeyDialog
          passkey={renaming}
          onClose={() => setRenaming(null)}
          onDone={() => {
            setRenaming(null);
            void refresh();
          }}
        />
      )}
      {removing === null ? null : (
        <ConfirmDialog
          open
          onOpenChange={() => setRemoving(null)}
          title={removalOf(removing).title}
          confirmLabel={removalOf(removing).label}
          danger
          run={() => removeFactorAction({ factor: removalOf(removing).factor })}
          onDone={refresh}
        >
          {removalOf(removing).text}
        </ConfirmDialog>
      )}
      {renewing ? (
        <ConfirmDialog
          open
          onOpenChange={() => setRenewing(false)}
          title={t('Create new recovery codes?')}
          confirmLabel={t('Create new codes')}
          run={() => renewRecoveryCodesAction({})}
          onDone={added}
        >
          {t('Your current codes stop working. The new ones are shown once.')}
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

function Since({ at }: { readonly at: string }) {
  return <Said of={pieces('since {time}', { time: <Time at={at} style="day" /> })} />;
}

function PasskeyNote({ of: { host, createdAt, lastUsedAt } }: { readonly of: PasskeyView }) {
  const given = { host, added: <Time at={createdAt} style="day" /> };
  return (
    <Said
      of={
        lastUsedAt === null
          ? pieces('for {host}, added {added}, never used', given)
          : pieces('for {host}, added {added}, last used {used}', {
              ...given,
              used: <Time at={lastUsedAt} style="day" />,
            })
      }
    />
  );
}

function Connected({ issuer, at }: { readonly issuer: string; readonly at: string }) {
  return <Said of={pieces('connected with {issuer} since {time}', { issuer, time: <Time at={at} style="day" /> })} />;
}
