import { consolePage } from '@/app/(console)/console-page';
import { PastView } from '@/components/past/past-view';
import { reads } from '@/lib/console/reads/registry';
import { beforeOf } from '@/lib/model/past-page';
import { msg, t } from '@/lib/model/language/t';

interface PastPage {
  readonly title: string;
  readonly href: string;
  readonly asOf: string | string[];
  readonly group?: string;
  readonly workspace?: string;
}

/** Now, the groups or one group as they were at `asOf`. */
export function pastPage({ title, href, asOf, group, workspace }: PastPage) {
  const asked = { ...(group !== undefined && { group }), ...(workspace !== undefined && { workspace }) };
  return consolePage({
    permission: 'group:read',
    areas: ['alarms', 'audit', 'now', 'problem', 'redrives', 'throttling'],
    ...{ title, href, framed: group !== undefined, parts: [msg('Groups at that moment')] },
    load: async () => {
      const past = await reads.past.load({ ...asked, asOf });
      return { past, before: await reads.handover.load({ ...asked, ...beforeOf(past.data.asOf) }) };
    },
    show: (page) => <PastView {...page} title={group === undefined ? t(title) : null} />,
  });
}
