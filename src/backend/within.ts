/** The promise's outcome, or a rejection after `milliseconds`. */
export async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeOut = new Promise<never>((_, reject) => {
    const error = new Error(`No answer within ${milliseconds} ms.`);
    timer = setTimeout(() => reject(error), milliseconds);
  });
  try {
    return await Promise.race([promise, timeOut]);
  } finally {
    clearTimeout(timer);
  }
}
