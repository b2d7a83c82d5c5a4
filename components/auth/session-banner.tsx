'use client';

import { Said } from '@/components/ui/said';
import { between, pieces, t } from '@/lib/model/language/t';
import { useEffect } from 'react';
import { useLiveSnapshot } from '@/components/live/live-provider';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { OnDemand } from '@/components/ui/on-demand';
import { Time, ZoneName } from '@/components/ui/time';
import styles from './session-banner.module.css';
import { session, useSession } from '@/components/session/session-state';

const loadDialog = () => import('./sign-in-dialog');

/** What is wrong with the connection as a whole, over whatever part of the page is in view, and the way on. */
export function SessionBanner({ person }: { readonly person: string | null }) {
  const { asking } = useSession();
  useEffect(() => session.showsPageOf(person), [person]);
  return (
    <>
      <div className={styles.place}>
        <ConnectionNotice />
      </div>
      <OnDemand load={loadDialog} isWanted={asking} onCancel={() => session.decline()}>
        {({ SignInDialog }) => <SignInDialog />}
      </OnDemand>
    </>
  );
}

function ConnectionNotice() {
  const { ended, other, person } = useSession();
  const { connection, opening } = useLiveSnapshot();
  if (ended) {
    return (
      <Banner
        tone="warning"
        action={
          <Button size="small" variant="primary" onClick={() => void session.ask()}>
            {t('Sign in')}
          </Button>
        }
      >
        <Said of={pieces('<b>Signed out.</b> {shown} What you typed is kept.', { shown: <ShownAsOf /> })} />
      </Banner>
    );
  }
  if (connection === 'unreachable') {
    return (
      <Banner tone="warning">
        <Said of={pieces('<b>Disconnected.</b> {shown} Trying again.', { shown: <ShownAsOf /> })} />
        {opening === null ? null : (
          <>
            {between()}
            <Said of={pieces('{page} opens when the server responds.', { page: <code>{opening}</code> })} />
          </>
        )}
      </Banner>
    );
  }
  if (other !== null) {
    return (
      <Banner
        tone="warning"
        action={
          <Button size="small" onClick={() => location.reload()}>
            {t('Reload as {name}', { name: other })}
          </Button>
        }
      >
        <Said
          of={pieces(
            `<b>You are signed in as {other} now.</b> This page was opened by {person}: check it again before you
              save. Reloading discards what you typed.`,
            { other, person: person ?? '' },
          )}
        />
      </Banner>
    );
  }
  return null;
}

function ShownAsOf() {
  const { asOf } = useLiveSnapshot();
  if (asOf === null) return null;
  return <Said of={pieces('Showing {time} {zone}.', { time: <Time at={asOf} style="clock" />, zone: <ZoneName /> })} />;
}
