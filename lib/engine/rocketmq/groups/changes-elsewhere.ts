import type { BrokerContext } from '../../../broker';
import type { ClusterGroup } from '../../../cluster';
import { clusterGroupNewest } from '../../../store/queries/cluster/group-version';
import { noteVersions } from './note-versions';

/**
 * Notes what was changed with another tool while no page shows the group, so that its history has the time. A change
 * by a console is half made for a moment, and a list of groups may be some seconds old: only what two looks in a row
 * see, with nothing noted between them, was changed elsewhere.
 */
export class ChangesElsewhere {
  readonly #ctx: BrokerContext;
  readonly #clusterId: number;
  /** What the last look saw that is not noted, by group. */
  #seen: ReadonlyMap<string, string> = new Map();

  constructor(ctx: BrokerContext, clusterId: number) {
    this.#ctx = ctx;
    this.#clusterId = clusterId;
  }

  async note(groups: readonly ClusterGroup[]): Promise<void> {
    const newest = await clusterGroupNewest(this.#ctx.store.console, this.#clusterId);
    const isNew = ({ name, version, silent }: ClusterGroup): boolean =>
      silent.length === 0 && newest.get(name)?.seen !== version;
    const changed = groups.filter(isNew);
    const markOf = ({ name, version }: ClusterGroup): string => `${newest.get(name)?.version ?? 0} ${version}`;
    const twice = changed.filter((group) => this.#seen.get(group.name) === markOf(group));
    this.#seen = new Map(changed.map((group) => [group.name, markOf(group)]));
    if (twice.length > 0) await noteVersions(this.#ctx, this.#clusterId, twice);
  }
}
