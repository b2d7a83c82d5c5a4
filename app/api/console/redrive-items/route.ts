import { redriveItemsRead } from '@/lib/console/reads/redrive';

export const GET = redriveItemsRead.GET;
