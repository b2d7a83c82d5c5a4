interface SignInProblem {
  readonly title: string;
  readonly text: string;
  /** A second try may help. */
  readonly again: boolean;
}

type Words = (provider: string) => Omit<SignInProblem, 'again'>;

const AGAIN: Readonly<Record<string, Words>> = {
  expired: () => ({
    title: 'This sign-in is over',
    text: 'It took longer than 10 minutes, was used before, or began in another browser. Start again.',
  }),
  cancelled: (provider) => ({
    title: 'The sign-in was cancelled',
    text: `You, or a rule at ${provider}, ended it there. Nothing was changed here.`,
  }),
  unreachable: (provider) => ({
    title: `${provider} does not respond`,
    text: 'Redrive could not reach it, so it cannot tell who you are. Try again, or use your password or passkey.',
  }),
  'too-many': () => ({
    title: 'Too many sign-ins',
    text: 'Too many were begun from your network in a short time. Wait 10 minutes and try again.',
  }),
  unverified: (provider) => ({
    title: 'The answer could not be verified',
    text: `What came back from ${provider} is not meant for this console, or too old. Try again, or ask an admin.`,
  }),
};

const NOT_AGAIN: Readonly<Record<string, Words>> = {
  'no-email': (provider) => ({
    title: 'Your e-mail address is missing',
    text: `${provider} gave none for you, or none that is verified. Redrive needs it: it is your name here.`,
  }),
  'no-role': (provider) => ({
    title: 'You have no role here',
    text: `None of your groups at ${provider} may use Redrive. Sessions that you had here have ended.`,
  }),
  'not-invited': () => ({
    title: 'You have no account here',
    text: 'Ask an admin to add your e-mail address under Settings > Users, then sign in again.',
  }),
  taken: (provider) => ({
    title: 'This e-mail address has an account',
    text: `Sign in with its password or passkey, and connect ${provider} under Settings > My account.`,
  }),
  disabled: () => ({
    title: 'Your account is disabled',
    text: 'An admin disabled it. Ask one to enable it again.',
  }),
  'other-account': (provider) => ({
    title: 'Connected to another account',
    text: `This person of ${provider} already signs in to another account here. Disconnect it there first.`,
  }),
};

const FAILED: Omit<SignInProblem, 'again'> = {
  title: 'The sign-in failed',
  text: 'Something failed on the server, and you are not signed in. Try again, or use your password or passkey.',
};

export function problemOf(why: string, provider: string): SignInProblem {
  const again = Object.hasOwn(AGAIN, why) ? AGAIN[why] : undefined;
  if (again !== undefined) return { ...again(provider), again: true };
  const words = Object.hasOwn(NOT_AGAIN, why) ? NOT_AGAIN[why] : undefined;
  return words === undefined ? { ...FAILED, again: true } : { ...words(provider), again: false };
}
