import { isIPv4 } from 'node:net';

/** Only programs on this machine reach it. A name other than localhost could mean any address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/**
 * The caller meant this machine. A page whose name is made to lead here still sends its own name (DNS rebinding), and
 * so does who comes through a proxy that is known by one.
 */
export function namesLoopback(hostHeader: string | null): boolean {
  if (hostHeader === null || !URL.canParse(`http://${hostHeader}`)) return false;
  return isLoopback(new URL(`http://${hostHeader}`).hostname.replace(/^\[|\]$/g, ''));
}
