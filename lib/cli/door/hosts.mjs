import { isIP } from 'node:net';
import { hostname } from 'node:os';

const HOST = /^(\[[\da-f:.]+\]|[a-z\d_](?:[a-z\d_.-]*[a-z\d_])?\.?)(?::(\d{1,5}))?$/i;

/**
 * The names this console answers to: localhost, this machine's own name, REDRIVE_HOST, the host of REDRIVE_PUBLIC_URL
 * and REDRIVE_ALLOWED_HOSTS. An attacker may have made any other name lead here (DNS rebinding).
 */
export function readAllowedHosts(env) {
  const names = ['localhost', hostname(), env.REDRIVE_HOST ?? '', ...(env.REDRIVE_ALLOWED_HOSTS ?? '').split(',')];
  if (URL.canParse(env.REDRIVE_PUBLIC_URL ?? '')) names.push(new URL(env.REDRIVE_PUBLIC_URL).hostname);
  return new Set(names.map((name) => name.trim().toLowerCase()).filter((name) => name !== ''));
}

/** An address instead of a name cannot be made to lead elsewhere, so each is taken: probes use that of the pod. */
export function isAllowedHost(header, allowed) {
  const name = HOST.exec(header ?? '')?.[1]?.toLowerCase();
  if (name === undefined) return false;
  return isIP(name.replace(/^\[|\]$/g, '')) !== 0 || allowed.has(name.replace(/\.$/, ''));
}
