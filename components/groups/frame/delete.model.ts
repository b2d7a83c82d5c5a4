import { plural } from '@/components/ui/number.model';
import type { ReadData } from '@/lib/console/reads/registry';

/** What goes with a group, most painful first; what there is none of is left out. */
export function goesWith(contents: ReadData<'groupDeletion'>['contents']): string[] {
  const { dead, waiting, inFlight, discarded, unread, redrives, alarmRules, limits, versions } = contents;
  const lines: [number, string][] = [
    [dead, plural(dead, 'dead letter')],
    [waiting, `${plural(waiting, 'message')} waiting for a retry`],
    [inFlight, `${plural(inFlight, 'message')} in flight: what clients hold can no longer be acknowledged`],
    [discarded, `${plural(discarded, 'discarded letter')} that could be restored`],
    [unread, `its position: ${plural(unread, 'message')} that it has not read`],
    [redrives, plural(redrives, 're-drive')],
    [alarmRules, plural(alarmRules, 'alarm rule')],
    [limits, plural(limits, 'limit')],
    [versions, `${plural(versions, 'version')} of its configuration`],
  ];
  return lines.filter(([count]) => count > 0).map(([, line]) => line);
}
