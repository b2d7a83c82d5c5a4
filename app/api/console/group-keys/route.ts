import { groupKeysRead } from '@/lib/console/reads/group-keys';

export const GET = groupKeysRead.GET;
