import { deleteAlarmRuleRoute, putAlarmRuleRoute } from '@/lib/console/api/alarm-rules';

export const PUT = putAlarmRuleRoute.handle;
export const DELETE = deleteAlarmRuleRoute.handle;
