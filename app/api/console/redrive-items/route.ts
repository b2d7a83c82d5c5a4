import { redriveItemsRead } from '@/lib/console/queries/redrive';

export const GET = redriveItemsRead.GET;
