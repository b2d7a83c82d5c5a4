import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

import { isPublicAddress } from './address';
import { SEND_PROBLEMS, SendProblem } from './problem';
import type { Target } from './target';

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Every address of a name. */
export type Resolver = (host: string) => Promise<readonly Address[]>;

const systemResolver: Resolver = (host) => lookup(host, { all: true, verbatim: true });

/**
 * With its last dot: the search domains of this machine are not tried. In a Kubernetes pod "mail.shop" would otherwise
 * be asked for as "mail.shop.svc.cluster.local" first.
 */
function absolute(host: string): string {
  return `${host}.`;
}

/**
 * Resolves once and checks every address: one private among them refuses the name. The connection goes to the address
 * that comes back, so that a name that answers something else a moment later leads nowhere.
 * @throws SendProblem
 */
export async function resolveTarget(
  { host, allowed }: Target,
  signal: AbortSignal,
  resolver: Resolver | undefined = systemResolver,
): Promise<Address> {
  const family = isIP(host);
  const found =
    family > 0 ? [{ address: host, family }] : await within(signal, ask(allowed ? host : absolute(host), resolver));
  const first = found[0];
  if (first === undefined) throw new SendProblem(SEND_PROBLEMS.noAddress);
  if (!allowed && !found.every(({ address }) => isPublicAddress(address))) throw new SendProblem(SEND_PROBLEMS.private);
  return first;
}

async function ask(host: string, resolver: Resolver): Promise<readonly Address[]> {
  try {
    return await resolver(host);
  } catch (cause) {
    throw new SendProblem(SEND_PROBLEMS.unresolved, null, cause);
  }
}

/** A name server that does not answer delays nothing else. */
async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    const fail = (): void => reject(new SendProblem(SEND_PROBLEMS.timedOut));
    if (signal.aborted) fail();
    signal.addEventListener('abort', fail, { once: true });
  });
  return await Promise.race([work, late]);
}
