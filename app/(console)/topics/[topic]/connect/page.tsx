import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { ConnectView } from '@/components/topics/connect-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Connect');

interface ConnectPageProps {
  readonly params: Promise<{ topic: string }>;
  readonly searchParams: SearchParams;
}

export default async function ConnectPage({ params, searchParams }: ConnectPageProps) {
  const topic = segmentName((await params).topic);
  const { group } = await searchParams;
  return consolePage({
    permission: 'message:read',
    title: msg('Connect'),
    areas: ['topics'],
    href: '/topics',
    framed: true,
    parts: [msg('Status'), msg('Connection')],
    load: async (principal) => ({
      initial: await orNotFound(reads.topicConnect.load({ topic, group })),
      keys: reasonAgainst(principal, 'access-key:manage') === null ? await reads.accessKeys.load({}) : null,
    }),
    show: ({ initial, keys }, principal) => (
      <ConnectView
        initial={initial}
        accessKeys={
          keys?.data.items
            .filter(({ state }) => state === 'active')
            .map(({ accessKeyId: id, name }) => ({ id, name })) ?? null
        }
        mayNotCreate={reasonAgainst(principal, 'group:write')}
      />
    ),
  });
}
