import { Said } from '@/components/ui/said';
import { titled } from '@/lib/console/pages/language';
import { pieces, t } from '@/lib/model/language/t';
import Link from 'next/link';
import { Gate } from '@/components/auth/gate';
import { ButtonAnchor } from '@/components/ui/button';
import { problemOf } from '@/components/auth/sign-in-problem.model';
import { findPrincipal } from '@/lib/console/http/session';
import { readWays } from '@/lib/console/http/door/ways';
import { headers } from 'next/headers';

export const generateMetadata = titled('Not signed in');

/** Why a sign-in at the OpenID provider did not end here. Its text is ours: nothing of the address is shown. */
export default async function ProblemPage({
  searchParams,
}: {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { why, id } = await searchParams;
  const { singleSignOn } = await readWays(await headers());
  const { title, text, again } = problemOf(typeof why === 'string' ? why : '', singleSignOn ?? t('single sign-on'));
  const isSignedIn = (await findPrincipal()) !== null;
  return (
    <Gate title={title}>
      <p className="text-2">{text}</p>
      {typeof id === 'string' && /^[\da-f]{12}$/.test(id) ? (
        <p className="small text-3">
          <Said of={pieces('For details, search the log of Redrive for error ID {id}.', { id: <code>{id}</code> })} />
        </p>
      ) : null}
      {again && singleSignOn !== null && !isSignedIn ? (
        <ButtonAnchor size="large" href="/api/session/oidc">
          {t('Try {provider} again', { provider: singleSignOn })}
        </ButtonAnchor>
      ) : null}
      {isSignedIn ? (
        <Link href="/settings">{t('Back to my account')}</Link>
      ) : (
        <Link href="/sign-in">{t('To the sign-in page')}</Link>
      )}
    </Gate>
  );
}
