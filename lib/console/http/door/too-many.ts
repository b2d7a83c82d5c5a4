import 'server-only';
import { getRuntime } from '../../../runtime/singleton';

/**
 * What still works when guesses at an account are used up. The same for every address, with and without an account:
 * which of the ways a person has is not said.
 */
export function tooManyWords(): string {
  const { oidc } = getRuntime().config;
  const ways = [
    'sign in with a passkey',
    ...(oidc === undefined ? [] : [`sign in with ${oidc.name}`]),
    'use a browser that has signed in before',
    'ask an admin for a new link',
  ];
  const last = ways.pop() ?? '';
  return (
    'Too many wrong attempts for this account or from your network. ' +
    `Wait 15 minutes, or ${ways.join(', ')}, or ${last}.`
  );
}
