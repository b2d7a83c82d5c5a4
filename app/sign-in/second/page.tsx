import { titled } from '@/lib/console/pages/language';
import { t } from '@/lib/model/language/t';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { Gate } from '@/components/auth/gate';
import { SecondFactorPage } from '@/components/auth/second-factor-page';
import { readWays } from '@/lib/console/http/door/ways';
import { safePath } from '@/lib/console/http/safe-path';

export const generateMetadata = titled('Second factor');

export default async function SecondPage({
  searchParams,
}: {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { next } = await searchParams;
  const path = safePath(typeof next === 'string' ? next : undefined);
  const { second } = await readWays(await headers());
  // used up or too old: it begins again
  if (second === null) redirect(path === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(path)}`);
  return (
    <Gate title={t('Second factor')}>
      <SecondFactorPage ways={second} next={path} />
    </Gate>
  );
}
