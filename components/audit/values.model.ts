import { ENVIRONMENT_NAMES } from '@/components/parts/environments';
import { ROLE_NAMES } from '@/components/parts/role-names';
import { LANGUAGE_NAMES } from '@/lib/model/language/languages';
import { msg, t } from '@/lib/model/language/t';
import { SIGNALS } from '@/lib/model/signal/signal';

/** Approved changes, by the operation that makes them. */
const OPERATIONS = {
  ...{ startPlanned: msg('Re-drive'), startRedrive: msg('Re-drive') },
  ...{ discardDeadLetters: msg('Discard'), discardLetters: msg('Discard') },
  ...{ resetGroupOffset: msg('Reset offset'), undoGroupReset: msg('Undo offset reset') },
  moveHeads: msg('Move head messages to the DLQ'),
  createRedirect: msg('Redirect automatically'),
  changeRetries: msg('Move to the DLQ or take back from clients'),
  retryNow: msg('Take from clients'),
  buryRetries: msg('Move to the DLQ'),
};

const STATES = {
  ...{ running: msg('in progress'), paused: msg('paused'), stopped: msg('stopped'), cancelled: msg('cancelled') },
  ...{ completed: msg('completed'), active: msg('active'), ended: msg('ended') },
  // Of a cause.
  ...{ open: msg('not triaged'), ignored: msg('ignored'), resolved: msg('resolved') },
  // Of a half message.
  ...{ pending: msg('not resolved yet'), committed: msg('committed') },
  ...{ 'rolled-back': msg('rolled back'), 'given-up': msg('given up') },
};

const STEPS = {
  ...{ settings: msg('Topics and groups'), switch: msg('Switch the producers') },
  ...{ pause: msg('Pause the groups here'), take: msg('Take the messages'), taking: msg('Taking the messages') },
  ...{ send: msg('Switch the consumers and send'), sending: msg('Sending the messages') },
  ...{ done: msg('Done'), cancelled: msg('Cancelled') },
};

const SEEN_FROM = { ...ROLE_NAMES, nobody: msg('no role') };

type Words = Readonly<Record<string, string>>;

/** Values that are words of the product, by their field. */
const VALUES: Readonly<Record<string, Words>> = {
  messageModel: { clustering: msg('clustering'), broadcasting: msg('broadcasting') },
  deliveryOrder: { concurrent: msg('concurrent'), ordered: msg('ordered') },
  liteModel: {
    shared: msg('shared by its subscribers'),
    exclusive: msg('newest subscriber only'),
    all: msg('every lite topic, without subscriptions'),
  },
  type: {
    customized: msg('customized'),
    exponential: msg('exponential'),
    stepped: msg('stepped'),
    fixed: msg('fixed interval'),
  },
  kind: {
    ...{ all: msg('all'), messages: msg('single messages'), filter: msg('filter'), redrive: msg('re-drive') },
    ...{ person: msg('person'), token: msg('token'), 'oidc-group': msg('group of single sign-on') },
    email: msg('email'),
  },
  state: STATES,
  phase: { canary: msg('canary'), ramp: msg('ramp'), releasing: msg('releasing') },
  rule: {
    'canary-failed': msg('the canary failed'),
    'first-deliveries-failed': msg('first deliveries failed'),
    'not-fetched': msg('not fetched'),
  },
  verdicts: {
    ...{ 'died-again': msg('failed again'), recalled: msg('recalled') },
    ...{ cancelled: msg('not released'), excluded: msg('excluded') },
  },
  ...{ step: STEPS, next: STEPS, operation: OPERATIONS, environment: ENVIRONMENT_NAMES },
  ...{ role: ROLE_NAMES, secondFactorFor: ROLE_NAMES, seenFrom: SEEN_FROM, shownTo: SEEN_FROM },
  rights: { ...ROLE_NAMES, failures: msg('report failure reasons'), metrics: msg('read metrics') },
  method: {
    ...{ password: msg('password'), passkey: msg('passkey'), 'single-sign-on': msg('single sign-on') },
  },
  factor: {
    passkey: msg('passkey'),
    [msg('single sign-on')]: msg('single sign-on'),
    [msg('authenticator app')]: msg('authenticator app'),
  },
  severity: { info: msg('info'), warning: msg('warning'), critical: msg('critical') },
  onUnknown: { hold: msg('keeps its state'), fire: msg('fires'), ignore: msg('resolves') },
  language: LANGUAGE_NAMES,
  password: { new: msg('set anew') },
  messages: { unknown: msg('unknown') },
};

/** A value as a reader knows it; what people gave stays as it is. */
export function fieldValue(field: string, value: string): string {
  if (field === 'watch') return value in SIGNALS ? t(SIGNALS[value as keyof typeof SIGNALS].says) : value;
  const said = VALUES[field]?.[value];
  return said === undefined ? value : t(said);
}
