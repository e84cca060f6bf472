const STORAGE_KEY = 'requestForm.delivery';

/** What a reload must not forget: which saved request the form is showing. */
export interface RememberedDelivery {
  key: string;
  /** How many pictures it has. */
  total: number;
}

/** Remembers, for this tab, the delivery that the form shows. */
export interface DeliveryMemory {
  remember(delivery: RememberedDelivery): void;
  recall(): RememberedDelivery | undefined;
  forget(): void;
}

type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** `open` gives the tab's sessionStorage; it throws where the visitor blocks storage. */
export function createDeliveryMemory(open: () => TabStorage): DeliveryMemory {
  const attempt = <T>(access: (storage: TabStorage) => T): T | undefined => {
    try {
      return access(open());
    } catch {
      // Blocked or full: a reload then shows an empty form, and the waiting notice tells the rest.
      return undefined;
    }
  };
  return {
    remember: (delivery) =>
      attempt((storage) => storage.setItem(STORAGE_KEY, JSON.stringify(delivery))),
    recall: () =>
      attempt((storage) => {
        const text = storage.getItem(STORAGE_KEY);
        return text === null ? undefined : (JSON.parse(text) as RememberedDelivery);
      }),
    forget: () => attempt((storage) => storage.removeItem(STORAGE_KEY)),
  };
}
