import { listRedrivesRoute, startRedriveRoute } from '@/lib/console/api/redrives';

export const GET = listRedrivesRoute.handle;
export const POST = startRedriveRoute.handle;
