import { z } from 'zod';
import { MOST_CERTIFICATE_CHARS, MOST_NAME_SERVERS } from '../../model/cluster/cluster';
import { ENVIRONMENTS } from '../../model/workspace';

/** Shapes of what an administrator says of a cluster. What an address may be is the verb's to check. */
const address = z.string().trim().max(300);

export const clusterName = z.string().trim().max(60).describe('Stands in addresses: small letters, digits, hyphens');

export const clusterFields = {
  environment: z.enum(ENVIRONMENTS).describe('Its colour in the console'),
  nameServers: z.array(address).max(MOST_NAME_SERVERS).describe('host:port; any one of them answers for all'),
  addressMap: z.record(address, address).describe('What brokers announce to what is reached from here, host:port'),
  accessKey: z.string().trim().max(300).nullable().describe('null: the cluster asks for none'),
  usesTls: z.boolean().describe('Name servers and brokers are reached through TLS'),
  caCertificate: z
    .string()
    .trim()
    .max(MOST_CERTIFICATE_CHARS)
    .nullable()
    .describe('PEM of CAs whose certificates are trusted, whatever host these name; null: the CAs of this computer'),
  tlsServerName: z
    .string()
    .trim()
    .max(300)
    .nullable()
    .describe('What every certificate must name; null: its host with the CAs of this computer, any with others'),
  traceTopic: z.string().trim().max(300).nullable().describe('Where 4.x clients trace to; null: as brokers have it'),
  secretKey: z.string().max(300).optional().describe('Written, never read. Left out: the one it has'),
  metricsAddresses: z
    .record(z.string().trim().max(300), z.string().trim().max(2_000))
    .describe('Where brokers report to Prometheus: URLs by the name of the broker, or * for all of them'),
  allowsChanges: z.boolean().describe('false: the console reads this cluster and changes nothing in it'),
};
