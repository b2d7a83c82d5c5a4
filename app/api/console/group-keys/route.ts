import { groupKeysRead } from '@/lib/console/queries/group-keys';

export const GET = groupKeysRead.GET;
