import { accessKeysRead } from '@/lib/console/queries/access-keys';

export const GET = accessKeysRead.GET;
