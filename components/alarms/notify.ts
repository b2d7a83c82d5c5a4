const KEY = 'redrive.alarm-notifications';

/** Whether this browser shows notifications of new alarms while the console is open. */
export function isNotifying(): boolean {
  return 'Notification' in window && Notification.permission === 'granted' && localStorage.getItem(KEY) === 'on';
}

/** Asks the browser when it was not asked yet. @returns whether it notifies now */
export async function setNotifying(on: boolean): Promise<boolean> {
  if (!('Notification' in window)) return false;
  if (on && Notification.permission === 'default') await Notification.requestPermission();
  if (on && Notification.permission === 'granted') localStorage.setItem(KEY, 'on');
  else localStorage.removeItem(KEY);
  return isNotifying();
}
