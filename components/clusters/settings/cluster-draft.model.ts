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
  readonly allowsChanges: boolean;
}

const NEW: ClusterDraft = {
  ...{ name: '', environment: 'production', nameServers: '', addressMap: '', accessKey: '', secretKey: '' },
  allowsChanges: false,
};

export function draftOfCluster(editing: ClusterView | null): ClusterDraft {
  if (editing === null) return NEW;
  const { name, environment, nameServers, addressMap, accessKey, allowsChanges } = editing;
  return {
    ...{ name, environment, allowsChanges, accessKey: accessKey ?? '', secretKey: '' },
    nameServers: nameServers.join('\n'),
    addressMap: Object.entries(addressMap)
      .map(([announced, reached]) => `${announced} ${reached}`)
      .join('\n'),
  };
}

/** As the actions take it. */
export function inputOfCluster({ nameServers, addressMap, accessKey, secretKey, ...draft }: ClusterDraft) {
  return {
    ...draft,
    nameServers: nameServers.split(/[\s,;]+/).filter((address) => address !== ''),
    addressMap: Object.fromEntries(pairsOf(addressMap)),
    accessKey: accessKey.trim() === '' ? null : accessKey.trim(),
    ...(secretKey === '' ? {} : { secretKey }),
  };
}

/** Two addresses on a line. */
function pairsOf(text: string): [string, string][] {
  return text
    .split('\n')
    .map((line) => line.split(/\s*(?:=>?|->|→)\s*|\s+/).filter((part) => part !== ''))
    .filter((parts) => parts.length > 0)
    .map(([announced = '', reached = '']) => [announced, reached]);
}
