import { cancelRedriveRoute } from '@/lib/console/api/redrives';

export const POST = cancelRedriveRoute.handle;
