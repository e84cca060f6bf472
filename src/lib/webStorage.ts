/**
 * The two web storages. Some visitors have none: they block cookies, or a program has taken it away; then even naming it
 * throws, or it is null. It may also be full.
 */
export interface WebStorage {
  /** The value of a key; null if there is none. Undefined if the storage does not work. */
  read(key: string): string | null | undefined;
  /** Writes a value; null removes the key. False if the storage has not kept it: it is full, or does not work. */
  write(key: string, value: string | null): boolean;
  /** All keys; none if the storage does not work. */
  keys(): string[];
}

/** `open` names the storage, and may throw. */
export function webStorage(open: () => Storage): WebStorage {
  return {
    read(key) {
      try {
        return open().getItem(key);
      } catch {
        return undefined;
      }
    },
    write(key, value) {
      try {
        if (value === null) open().removeItem(key);
        else open().setItem(key, value);
        return open().getItem(key) === value;
      } catch {
        return false;
      }
    },
    keys() {
      try {
        return Object.keys(open());
      } catch {
        return [];
      }
    },
  };
}

export const localStore = webStorage(() => localStorage);
export const tabStore = webStorage(() => sessionStorage);
