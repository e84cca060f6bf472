/** Counts document reads, the unit that Firestore bills. */
export interface ReadCounter {
  readonly total: number;
  /** Reads of the documents whose path matches. */
  of(path: RegExp): number;
  reset(): void;
  count(path: string, documents?: number): void;
}

export function createReadCounter(): ReadCounter {
  const counts = new Map<string, number>();
  const sum = (numbers: Iterable<number>) => [...numbers].reduce((a, b) => a + b, 0);
  return {
    get total() {
      return sum(counts.values());
    },
    of: (path) => sum([...counts].filter(([key]) => path.test(key)).map(([, count]) => count)),
    reset: () => counts.clear(),
    count: (path, documents = 1) => void counts.set(path, (counts.get(path) ?? 0) + documents),
  };
}
