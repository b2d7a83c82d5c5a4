import { normalizeEmail } from '../auth/email';
import { judgePassword } from '../auth/judge-password';
import type { Config } from './config';
import { StartError } from './start-error';

/** For a new database. An account that exists may keep a weaker password (auth/first-admin). @throws StartError */
export async function refuseWeakPassword({ admin }: Config): Promise<void> {
  const reason = admin === undefined ? null : await judgePassword(admin.password, normalizeEmail(admin.email));
  if (reason !== null) throw weakPassword(reason);
}

export function weakPassword(reason: string): StartError {
  return new StartError(`REDRIVE_ADMIN_PASSWORD is not accepted. ${reason}`);
}
