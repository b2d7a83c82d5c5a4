import { pauseRedriveRoute } from '@/lib/console/api/redrives';

export const POST = pauseRedriveRoute.handle;
