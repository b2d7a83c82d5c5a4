import { msg, t } from '@/lib/model/language/t';

interface SignInProblem {
  readonly title: string;
  readonly text: string;
  /** A second try may help. */
  readonly again: boolean;
}

type Words = (provider: string) => Omit<SignInProblem, 'again'>;

const AGAIN: Readonly<Record<string, Words>> = {
  expired: () => ({
    title: t('This sign-in is over'),
    text: t(
      'The sign-in took longer than 10 minutes, was already used, or was started in another browser. Start again.',
    ),
  }),
  cancelled: (provider) => ({
    title: t('The sign-in was cancelled'),
    text: t('You, or a rule at {provider}, ended it there. Nothing was changed here.', { provider }),
  }),
  unreachable: (provider) => ({
    title: t('{provider} does not respond', { provider }),
    text: t('Redrive could not reach it, so it cannot tell who you are. Try again, or use your password or passkey.'),
  }),
  'too-many': () => ({
    title: t('Too many sign-ins'),
    text: t('Too many sign-ins were started from your network in a short time. Wait 10 minutes and try again.'),
  }),
  unverified: (provider) => ({
    title: t('The answer could not be verified'),
    text: t('The answer from {provider} is not meant for this console, or has expired. Try again, or ask an admin.', {
      provider,
    }),
  }),
};

const NOT_AGAIN: Readonly<Record<string, Words>> = {
  'no-email': (provider) => ({
    title: t('Your e-mail address is missing'),
    text: t('{provider} did not send a verified e-mail address for you. Redrive needs the address as your user name.', {
      provider,
    }),
  }),
  'no-role': (provider) => ({
    title: t('You have no role here'),
    text: t('None of your groups at {provider} may use Redrive. Sessions that you had here have ended.', { provider }),
  }),
  'not-invited': () => ({
    title: t('You have no account here'),
    text: t('Ask an admin to add your e-mail address under Settings > Users, then sign in again.'),
  }),
  taken: (provider) => ({
    title: t('This e-mail address has an account'),
    text: t('Sign in with its password or passkey, and connect {provider} under Settings > My account.', { provider }),
  }),
  disabled: () => ({
    title: t('Your account is disabled'),
    text: t('An admin disabled your account. Ask an admin to enable it again.'),
  }),
  'other-account': (provider) => ({
    title: t('Connected to another account'),
    text: t('This identity at {provider} is already connected to another account here. Disconnect it there first.', {
      provider,
    }),
  }),
};

const FAILED: Omit<SignInProblem, 'again'> = {
  title: msg('The sign-in failed'),
  text: msg('Something failed on the server, and you are not signed in. Try again, or use your password or passkey.'),
};

export function problemOf(why: string, provider: string): SignInProblem {
  const again = Object.hasOwn(AGAIN, why) ? AGAIN[why] : undefined;
  if (again !== undefined) return { ...again(provider), again: true };
  const words = Object.hasOwn(NOT_AGAIN, why) ? NOT_AGAIN[why] : undefined;
  return words === undefined
    ? { title: t(FAILED.title), text: t(FAILED.text), again: true }
    : { ...words(provider), again: false };
}
