import 'server-only';
import { findPending, secondFactorsOf } from '../../../auth/factors/second-factor';
import { getRuntime } from '../../../runtime/singleton';
import { type HeaderReader, hostnameOf, stepTokensOf } from '../visitor';

interface Ways {
  /** What the button of the OpenID provider says; null: there is none. */
  readonly singleSignOn: string | null;
  /** The password was right, and a second factor is missing. */
  readonly second: { readonly email: string; readonly app: boolean; readonly passkey: boolean } | null;
}

/** How one can sign in here, and go on with a sign-in that has begun. */
export async function readWays(headers: HeaderReader): Promise<Ways> {
  const { store, config } = getRuntime();
  const singleSignOn = config.oidc?.name ?? null;
  const pending = await findPending(store, stepTokensOf(headers), 'second-factor');
  if (pending === null) return { singleSignOn, second: null };
  const { operatorId, email } = pending.operator;
  return { singleSignOn, second: { email, ...(await secondFactorsOf(store, operatorId, hostnameOf(headers))) } };
}

/** Whose second factor is set up before they are signed in; null: no person's. */
export async function readEnrolling(headers: HeaderReader): Promise<string | null> {
  const pending = await findPending(getRuntime().store, stepTokensOf(headers), 'enrol');
  return pending?.operator.email ?? null;
}
