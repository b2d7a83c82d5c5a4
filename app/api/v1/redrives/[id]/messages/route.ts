import { listRedriveItemsRoute } from '@/lib/console/api/redrives';

export const GET = listRedriveItemsRoute.handle;
