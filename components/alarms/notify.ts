const WANTED = 'redrive.alarm-notifications';

/** Whether this browser shows notifications of new alarms while the console is open; blocked: it does not let us. */
export type Notifying = 'on' | 'off' | 'blocked';

export function readNotifying(): Notifying {
  if (!('Notification' in window) || Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && localStorage.getItem(WANTED) === 'on' ? 'on' : 'off';
}

/** Asks the browser when it was not asked yet: call it from a click, nowhere else. */
export async function setNotifying(on: boolean): Promise<void> {
  if (on && 'Notification' in window && Notification.permission === 'default') await Notification.requestPermission();
  if (on && readNotifying() !== 'blocked') localStorage.setItem(WANTED, 'on');
  else localStorage.removeItem(WANTED);
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

/** Changes made here, in another tab, or in the settings of the browser, from which people come back with a focus. */
export function subscribeToNotifying(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  window.addEventListener('focus', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
    window.removeEventListener('focus', listener);
  };
}
