import 'server-only';
import { findSetUpLink } from '../../auth/set-up';
import { getRuntime } from '../../runtime/singleton';

export interface SetUpLinkView {
  readonly purpose: 'first-admin' | 'set-password';
  readonly email: string | null;
}

/** The holder of an open link may see which account it is for. */
export async function readSetUpLink(token: string): Promise<SetUpLinkView | null> {
  const link = await findSetUpLink(getRuntime().store, token.slice(0, 200));
  return link === null ? null : { purpose: link.purpose, email: link.email };
}
