export type Unsubscribe = () => void;

/** Why a read failed. `missing`: the server's definite 404. The others may succeed later. */
export type ReadFailure = 'missing' | 'offline' | 'failed';

export type ReadResult<T> = { ok: true; value: T } | { ok: false; reason: ReadFailure };
