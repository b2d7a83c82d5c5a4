import { z } from 'zod';
import { MOST_CERTIFICATE_CHARS, MOST_NAME_SERVERS } from '../../model/cluster/cluster';
import { ENVIRONMENTS } from '../../model/workspace';

/** Shapes of what an administrator says of a cluster. What an address may be is the verb's to check. */
const address = z.string().trim().max(300);

export const clusterName = z
  .string()
  .trim()
  .max(60)
  .describe('Name of the cluster, as in addresses: lowercase letters, digits, hyphens');

export const clusterFields = {
  environment: z.enum(ENVIRONMENTS).describe('Kind of environment; sets the colour of the cluster in the console'),
  nameServers: z
    .array(address)
    .max(MOST_NAME_SERVERS)
    .describe('Name servers as `host:port`; one that answers is enough'),
  addressMap: z
    .record(address, address)
    .describe('Addresses that brokers announce, and where they can be reached from here, both as `host:port`'),
  accessKey: z.string().trim().max(300).nullable().describe('Access key; `null` if the cluster requires none'),
  usesTls: z.boolean().describe('Connect to name servers and brokers over TLS'),
  caCertificate: z
    .string()
    .trim()
    .max(MOST_CERTIFICATE_CHARS)
    .nullable()
    .describe('Trusted CA certificates in PEM format, for any host name; `null` to trust the CAs of this computer'),
  tlsServerName: z
    .string()
    .trim()
    .max(300)
    .nullable()
    .describe(
      'Host name that every certificate must contain. `null`: any name with `caCertificate`, otherwise the host ' +
        'that is connected to',
    ),
  traceTopic: z
    .string()
    .trim()
    .max(300)
    .nullable()
    .describe('Topic that 4.x clients send traces to; `null` for the trace topic of the brokers'),
  secretKey: z.string().max(300).optional().describe('Secret key; write-only, omit to keep the current one'),
  metricsAddresses: z
    .record(z.string().trim().max(300), z.string().trim().max(2_000))
    .describe('Prometheus endpoints of the brokers: URLs by broker name, or `*` for all brokers'),
  allowsChanges: z.boolean().describe('`false` if Redrive must not change anything in this cluster'),
};
