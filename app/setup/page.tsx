import { titled } from '@/lib/console/pages/language';
import { t } from '@/lib/model/language/t';
import { Link } from '@/components/ui/link';
import { Gate } from '@/components/auth/gate';
import { SetUpForm } from '@/components/auth/set-up-form';
import { setUpAction } from '@/lib/console/actions/set-up';
import { readSetUpLink } from '@/lib/console/reads/settings';

export const generateMetadata = titled('Set up');

/** The target of one-time links. Looking at it does not use the link up. */
export default async function SetUpPage({
  searchParams,
}: {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { token } = await searchParams;
  const link = typeof token === 'string' ? await readSetUpLink(token) : null;
  if (link === null || typeof token !== 'string') {
    return (
      <Gate title={t('This link no longer works')}>
        <p className="text-2">
          {t(
            `The link was already used, has expired, or was replaced by a newer one. Ask an admin for a new link. If
              there is no admin yet, Redrive prints a new link each time it starts.`,
          )}
        </p>
        <Link href="/sign-in">{t('To the sign-in page')}</Link>
      </Gate>
    );
  }
  return (
    <Gate title={link.purpose === 'first-admin' ? t('Create the first admin') : t('Set your password')}>
      <SetUpForm action={setUpAction} token={token} email={link.email} />
    </Gate>
  );
}
