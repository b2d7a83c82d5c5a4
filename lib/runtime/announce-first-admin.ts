import { forTerminal } from './terminal';
import { t } from '../model/language/t';
import { ensureFirstAdmin } from '../auth/first-admin';
import type { Store } from '../store/client';
import type { Config } from './config';
import { consoleUrl } from './announce';
import { weakPassword } from './weak-password';

/**
 * Makes sure that an administrator can sign in: the administrator named in the environment, or a one-time link
 * while there is none. @returns lines for the person who started Redrive @throws StartError
 */
export async function announceFirstAdmin(store: Store, config: Config): Promise<string[]> {
  const first = await ensureFirstAdmin(store, config);
  switch (first.kind) {
    case 'link':
      return [
        forTerminal(() =>
          t('Create the first administrator (this link works once): {link}', {
            link: `${consoleUrl(config)}${first.link}`,
          }),
        ),
      ];
    case 'refused':
      throw weakPassword(first.reason);
    case 'ready':
      return first.warning === null
        ? []
        : [
            forTerminal(() =>
              t('WARNING: REDRIVE_ADMIN_PASSWORD is weak, change it: no new account would get it. {why}', {
                why: first.warning ?? '',
              }),
            ),
          ];
  }
}
