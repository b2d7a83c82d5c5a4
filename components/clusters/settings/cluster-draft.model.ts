import type { RowLabels } from '@/components/form/use-row-edit';
import type { ClusterView } from '@/lib/console/operations/clusters/views';
import type { Environment } from '@/lib/model/workspace';
import { ENVIRONMENT_NAMES } from '@/components/parts/environments';
import { msg, t } from '@/lib/model/language/t';

/** The form as typed; an empty secret key keeps the current one. */
export interface ClusterDraft {
  readonly name: string;
  readonly environment: Environment;
  readonly nameServers: string;
  readonly addressMap: string;
  readonly metricsAddresses: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly usesTls: boolean;
  readonly caCertificate: string;
  readonly tlsServerName: string;
  readonly traceTopic: string;
  readonly allowsChanges: boolean;
}

/** What each field is called where two drafts are compared. */
export const CLUSTER_LABELS: RowLabels<ClusterDraft> = {
  name: msg('Name'),
  environment: { label: msg('Environment'), words: (environment) => t(ENVIRONMENT_NAMES[environment]) },
  ...{ nameServers: msg('Name servers'), addressMap: msg('Address map'), metricsAddresses: msg('Broker metrics') },
  ...{ accessKey: msg('Access key'), usesTls: 'TLS', traceTopic: msg('Trace topic') },
  secretKey: { label: msg('Secret key'), words: (secret) => (secret === '' ? t('unchanged') : t('replaced')) },
  ...{ caCertificate: msg('CA certificate'), tlsServerName: msg('Name in certificates') },
  allowsChanges: msg('Allow changes'),
};

const NEW: ClusterDraft = {
  ...{ name: '', environment: 'production', nameServers: '', addressMap: '', accessKey: '', secretKey: '' },
  ...{ usesTls: false, caCertificate: '', traceTopic: '', metricsAddresses: '', allowsChanges: false },
  tlsServerName: '',
};

export function draftOfCluster(editing: ClusterView | null): ClusterDraft {
  if (editing === null) return NEW;
  const { name, environment, nameServers, addressMap, metricsAddresses, accessKey, usesTls, allowsChanges } = editing;
  return {
    ...{ name, environment, usesTls, allowsChanges, accessKey: accessKey ?? '', secretKey: '' },
    ...{ caCertificate: editing.caCertificate ?? '', traceTopic: editing.traceTopic ?? '' },
    tlsServerName: editing.tlsServerName ?? '',
    nameServers: nameServers.join('\n'),
    addressMap: linesOf(addressMap),
    metricsAddresses: linesOf(metricsAddresses),
  };
}

/** As the actions take it. */
export function inputOfCluster(given: ClusterDraft) {
  const { nameServers, addressMap, metricsAddresses, accessKey, secretKey, ...draft } = given;
  const { usesTls, caCertificate, tlsServerName, traceTopic } = draft;
  return {
    ...draft,
    // What was pasted stays in the form, and counts while TLS is on.
    caCertificate: usesTls ? textOrNull(caCertificate) : null,
    tlsServerName: usesTls ? textOrNull(tlsServerName) : null,
    traceTopic: textOrNull(traceTopic),
    nameServers: nameServers.split(/[\s,;]+/).filter((address) => address !== ''),
    addressMap: Object.fromEntries(pairsOf(addressMap)),
    metricsAddresses: Object.fromEntries(pairsOf(metricsAddresses)),
    accessKey: textOrNull(accessKey),
    ...(secretKey === '' ? {} : { secretKey }),
  };
}

function linesOf(pairs: Readonly<Record<string, string>>): string {
  return Object.entries(pairs)
    .map(([from, to]) => `${from} ${to}`)
    .join('\n');
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

/** Two on a line. */
function pairsOf(text: string): [string, string][] {
  return text
    .split('\n')
    .map((line) => line.split(/\s*(?:=>?|->|→)\s*|\s+/).filter((part) => part !== ''))
    .filter((parts) => parts.length > 0)
    .map(([announced = '', reached = '']) => [announced, reached]);
}
