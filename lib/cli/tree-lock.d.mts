export function withTreeLock<T>(work: () => Promise<T>): Promise<T>;
export function withLock<T>(lockFile: string, work: () => Promise<T>, announce?: () => void): Promise<T>;
