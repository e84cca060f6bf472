/**
 * Runs `work` on every item, at most `width` at a time. After an error no further item is begun; when those that are
 * running have ended, it rejects with the first error.
 */
export async function pool<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values();
  let failure: { error: unknown } | undefined;
  const runner = async () => {
    for (const item of left) {
      if (failure) return;
      try {
        await work(item);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: width }, runner));
  if (failure) throw failure.error;
}
