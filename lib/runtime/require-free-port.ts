import type { Config } from './config';
import { probePort } from './postgres/free-port';
import { describeServer, serversOfData, serversOfTree } from './running-servers';
import { StartError } from './start-error';

/** Reports early and in one sentence what a failed bind would report late and as a stack. */
export async function requireFreePort(
  setting: string,
  { host, dataDirectory }: Pick<Config, 'host' | 'dataDirectory'>,
  port: number,
): Promise<void> {
  const reason = await probePort(host, port);
  if (reason === undefined) return;
  const holder =
    reason === 'EADDRINUSE'
      ? [...serversOfTree(), ...serversOfData(dataDirectory)].find((server) =>
          [server.httpPort, server.grpcPort].includes(port),
        )
      : undefined;
  if (holder === undefined) throw portRefusal(setting, host, port, reason);
  throw new StartError(
    `Redrive already runs on port ${port}: ${describeServer(holder)}. Use that one, stop it, or set ${setting} to a ` +
      'free port for another node.',
  );
}

export function portRefusal(setting: string, host: string, port: number, reason: string): StartError {
  if (reason === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} on ${host} is taken by another program: stop it, or set ${setting} to a free port.`,
    );
  }
  if (reason === 'EACCES') {
    return new StartError(`This user may not listen on port ${port}: set ${setting} to a port above 1023.`);
  }
  if (reason === 'EADDRNOTAVAIL' || reason === 'ENOTFOUND') {
    return new StartError(
      `The address ${host} is not one of this machine: set REDRIVE_HOST to 127.0.0.1, 0.0.0.0 or one of its addresses.`,
    );
  }
  return new StartError(`Port ${port} on ${host} cannot be used (${reason}): set ${setting} or REDRIVE_HOST.`);
}
