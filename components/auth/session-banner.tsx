'use client';

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
            Sign in
          </Button>
        }
      >
        <b>Signed out.</b> <ShownAsOf /> What you typed is kept.
      </Banner>
    );
  }
  if (connection === 'unreachable') {
    return (
      <Banner tone="warning">
        <b>Disconnected.</b> <ShownAsOf /> Trying again.
        {opening === null ? null : (
          <>
            {' '}
            <code>{opening}</code> opens when the server responds.
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
            Reload as {other}
          </Button>
        }
      >
        <b>You are signed in as {other} now.</b> This page was opened by {person}: check it again before you save.
        Reloading drops what is typed.
      </Banner>
    );
  }
  return null;
}

function ShownAsOf() {
  const { asOf } = useLiveSnapshot();
  if (asOf === null) return null;
  return (
    <>
      Showing <Time at={asOf} style="clock" /> <ZoneName />.
    </>
  );
}
