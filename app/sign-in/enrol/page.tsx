import { titled } from '@/lib/console/pages/language';
import { t } from '@/lib/model/language/t';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { Enrolment } from '@/components/auth/enrolment';
import { Gate } from '@/components/auth/gate';
import { readEnrolling } from '@/lib/console/http/door/ways';
import { safePath } from '@/lib/console/http/safe-path';

export const generateMetadata = titled('Set up a second factor');

export default async function EnrolPage({
  searchParams,
}: {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { next } = await searchParams;
  const path = safePath(typeof next === 'string' ? next : undefined);
  const email = await readEnrolling(await headers());
  if (email === null) redirect(path === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(path)}`);
  return (
    <Gate title={t('Set up a second factor')}>
      <Enrolment email={email} next={path} />
    </Gate>
  );
}
