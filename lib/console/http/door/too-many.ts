import 'server-only';
import { listOf } from '../../../model/language/list';
import { t } from '../../../model/language/t';
import { getRuntime } from '../../../runtime/singleton';

/**
 * What still works when guesses at an account are used up. The same for every address, with and without an account:
 * which of the ways a person has is not said.
 */
export function tooManyWords(): string {
  const { oidc } = getRuntime().config;
  const ways = [
    t('sign in with a passkey'),
    ...(oidc === undefined ? [] : [t('sign in with {name}', { name: oidc.name })]),
    t('use a browser that has signed in before'),
    t('ask an administrator for a new link'),
  ];
  return t('Too many wrong attempts for this account or from your network. Wait 15 minutes, or {ways}.', {
    ways: listOf(ways, 'or'),
  });
}
