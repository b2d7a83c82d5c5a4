import type { Metadata } from 'next';
import { consolePage } from '@/app/(console)/console-page';
import { AccessKeysView } from '@/components/access-keys/access-keys-view';
import { reads } from '@/lib/console/reads/registry';

export const metadata: Metadata = { title: 'Access keys' };

export default function AccessKeysPage() {
  return consolePage({
    permission: 'access-key:manage',
    title: 'Access keys',
    href: '/settings/access-keys',
    framed: true,
    parts: ['Access keys'],
    load: () => reads.accessKeys.load({}),
    show: (initial) => <AccessKeysView initial={initial} />,
  });
}
