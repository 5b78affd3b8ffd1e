/** Versioned values in the browser's storage. A value is kept with the version of its shape and lifted when it is read. */
import { browser } from '../browser.ts';
import { withLock } from './lock.ts';

export interface StorageItem<T> {
  readonly key: string;
  get(): Promise<T>;
  set(value: T): Promise<void>;
  /** Read, change, write as one step. Returning the same object writes nothing. */
  update(change: (value: T) => T): Promise<T>;
  remove(): Promise<void>;
  /** Calls back with every new value, from whichever context it was written. Returns the way to stop. */
  watch(onChange: (value: T) => void): () => void;
  /** What a raw stored record means today. */
  read(stored: unknown): T;
}

export interface ItemOptions<T> {
  key: string;
  version: number;
  fallback: T;
  /** `migrations[n]` lifts a value of version n - 1 to n; it throws on what it cannot lift. */
  migrations?: Record<number, (old: unknown) => unknown>;
}

interface StoredRecord {
  v: number;
  value: unknown;
}

type Lifted<T> = { kind: 'current' | 'lifted'; value: T } | { kind: 'absent' | 'unreadable' };

/** Where a value goes that this version could not read, before a new one takes its place. */
export function keptKey(key: string): string {
  return `${key}.kept`;
}

export function defineItem<T>({ key, version, fallback, migrations = {} }: ItemOptions<T>): StorageItem<T> {
  const lift = (stored: unknown): Lifted<T> => {
    if (stored === undefined) return { kind: 'absent' };
    if (!isStoredRecord(stored) || stored.v > version) return { kind: 'unreadable' };
    if (stored.v === version) return { kind: 'current', value: stored.value as T };
    try {
      let value = structuredClone(stored.value);
      for (let next = stored.v + 1; next <= version; next += 1) {
        const migrate = migrations[next];
        if (!migrate) return { kind: 'unreadable' };
        value = migrate(value);
      }
      return { kind: 'lifted', value: value as T };
    } catch (error) {
      console.error(`The stored "${key}" of version ${stored.v} could not be read and is kept`, error);
      return { kind: 'unreadable' };
    }
  };
  const read = (stored: unknown): T => {
    const lifted = lift(stored);
    return 'value' in lifted ? lifted.value : fallback;
  };
  const load = async () => (await browser.storage.local.get(key))[key];
  const write = async (value: T, replaced: unknown) => {
    const record: StoredRecord = { v: version, value };
    const rescued = lift(replaced).kind === 'unreadable' ? { [keptKey(key)]: replaced } : {};
    await browser.storage.local.set({ ...rescued, [key]: record });
  };

  return {
    key,
    read,
    async get() {
      return read(await load());
    },
    set: (value) => withLock(`item:${key}`, async () => write(value, await load())),
    update: (change) =>
      withLock(`item:${key}`, async () => {
        const stored = await load();
        const before = read(stored);
        const after = change(before);
        if (after !== before) await write(after, stored);
        return after;
      }),
    async remove() {
      await browser.storage.local.remove(key);
    },
    watch(onChange) {
      const listener = (changes: Record<string, { newValue?: unknown }>, area: string) => {
        const change = changes[key];
        if (area === 'local' && change) onChange(read(change.newValue));
      };
      browser.storage.onChanged.addListener(listener);
      return () => browser.storage.onChanged.removeListener(listener);
    },
  };
}

function isStoredRecord(stored: unknown): stored is StoredRecord {
  return (
    typeof stored === 'object' && stored !== null && 'v' in stored && typeof stored.v === 'number' && 'value' in stored
  );
}
