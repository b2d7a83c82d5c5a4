import { aboutNow, type BrokerContext } from '../../../broker';
import type { ClusterOptions } from '../../../cluster/cluster';
import type { ClusterFields } from '../../../model/cluster/cluster';
import { BrokerError } from '../../../model/errors';
import { told } from '../../../model/language/t';
import type { ClusterRow } from '../../../store/queries/cluster/cluster-row';

/** How lib/cluster reaches an attached cluster. @throws BrokerError unavailable: its secret cannot be read */
export function optionsOf(ctx: BrokerContext, row: ClusterRow): ClusterOptions {
  const secretKey = row.secret === null ? undefined : ctx.seal.open(row.sealId, row.secret);
  if (secretKey === null)
    throw new BrokerError(
      'unavailable',
      told('The secret key of {row} was encrypted with another REDRIVE_SECRET_KEY. Enter it again in the settings.', {
        row: row.name,
      }),
    );
  return optionsWith(ctx, row, secretKey);
}

export function optionsWith(
  ctx: BrokerContext,
  { accessKey, usesTls, caCertificate, tlsServerName, ...fields }: ClusterFields,
  secretKey: string | undefined,
): ClusterOptions {
  const { name, nameServers, addressMap, traceTopic, allowsChanges } = fields;
  return {
    ...{ name, nameServers, addressMap, traceTopic, allowsChanges, log: ctx.log },
    tls: usesTls ? { ca: caCertificate, serverName: tlsServerName } : null,
    credentials: accessKey === null || secretKey === undefined ? null : { accessKey, secretKey },
    now: () => aboutNow(ctx),
  };
}
