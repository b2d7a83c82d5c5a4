import type { ClusterView } from '@/lib/console/reads/clusters';
import type { Environment } from '@/lib/model/workspace';

/** What is typed; an empty secret key is the one it has. */
export interface ClusterDraft {
  readonly name: string;
  readonly environment: Environment;
  readonly nameServers: string;
  readonly addressMap: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly usesTls: boolean;
  readonly caCertificate: string;
  readonly traceTopic: string;
  readonly allowsChanges: boolean;
}

const NEW: ClusterDraft = {
  ...{ name: '', environment: 'production', nameServers: '', addressMap: '', accessKey: '', secretKey: '' },
  ...{ usesTls: false, caCertificate: '', traceTopic: '', allowsChanges: false },
};

export function draftOfCluster(editing: ClusterView | null): ClusterDraft {
  if (editing === null) return NEW;
  const { name, environment, nameServers, addressMap, accessKey, usesTls, allowsChanges } = editing;
  return {
    ...{ name, environment, usesTls, allowsChanges, accessKey: accessKey ?? '', secretKey: '' },
    ...{ caCertificate: editing.caCertificate ?? '', traceTopic: editing.traceTopic ?? '' },
    nameServers: nameServers.join('\n'),
    addressMap: Object.entries(addressMap)
      .map(([announced, reached]) => `${announced} ${reached}`)
      .join('\n'),
  };
}

/** As the actions take it. */
export function inputOfCluster({ nameServers, addressMap, accessKey, secretKey, ...draft }: ClusterDraft) {
  const { usesTls, caCertificate, traceTopic } = draft;
  return {
    ...draft,
    // What was pasted stays in the form, and counts while TLS is on.
    caCertificate: usesTls ? textOrNull(caCertificate) : null,
    traceTopic: textOrNull(traceTopic),
    nameServers: nameServers.split(/[\s,;]+/).filter((address) => address !== ''),
    addressMap: Object.fromEntries(pairsOf(addressMap)),
    accessKey: textOrNull(accessKey),
    ...(secretKey === '' ? {} : { secretKey }),
  };
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

/** Two addresses on a line. */
function pairsOf(text: string): [string, string][] {
  return text
    .split('\n')
    .map((line) => line.split(/\s*(?:=>?|->|→)\s*|\s+/).filter((part) => part !== ''))
    .filter((parts) => parts.length > 0)
    .map(([announced = '', reached = '']) => [announced, reached]);
}
