import { titled } from '@/lib/console/pages/language';
import { t } from '@/lib/model/language/t';
import { redirect } from 'next/navigation';
import { Gate } from '@/components/auth/gate';
import { SignInForm } from '@/components/auth/sign-in-form';
import { signInAction } from '@/lib/console/actions/sign-in';
import { safePath } from '@/lib/console/http/safe-path';
import { findPrincipal } from '@/lib/console/http/session';
import { readWays } from '@/lib/console/http/door/ways';
import { headers } from 'next/headers';

export const generateMetadata = titled('Sign in');

export default async function SignInPage({
  searchParams,
}: {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { next } = await searchParams;
  const path = safePath(typeof next === 'string' ? next : undefined);
  if ((await findPrincipal()) !== null) redirect(path);
  const { singleSignOn } = await readWays(await headers());
  return (
    <Gate title={t('Sign in')}>
      <SignInForm action={signInAction} next={path === '/' ? undefined : path} singleSignOn={singleSignOn} />
    </Gate>
  );
}
