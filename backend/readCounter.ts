/** Counts document reads, the unit that Firestore bills. */
export function createReadCounter() {
  const counts = new Map<string, number>();
  const sum = (numbers: Iterable<number>) => [...numbers].reduce((a, b) => a + b, 0);
  return {
    get total() {
      return sum(counts.values());
    },
    /** The number of reads of documents and collections whose path matches. */
    of: (path: RegExp) =>
      sum([...counts].filter(([key]) => path.test(key)).map(([, count]) => count)),
    reset: () => counts.clear(),
    count(documents: number, path: string) {
      counts.set(path, (counts.get(path) ?? 0) + documents);
    },
  };
}
