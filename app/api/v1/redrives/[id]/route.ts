import { getRedriveRoute } from '@/lib/console/api/redrives';

export const GET = getRedriveRoute.handle;
