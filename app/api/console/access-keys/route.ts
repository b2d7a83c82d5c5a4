import { accessKeysRead } from '@/lib/console/reads/access-keys';

export const GET = accessKeysRead.GET;
