/** An error answer, with the messages of the Firebase Storage API (v0). */
export class StorageError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export const notFound = () => new StorageError(404, 'Not Found.');
export const permissionDenied = () => new StorageError(403, 'Permission denied.');
export const badRequest = (message: string) => new StorageError(400, message);
