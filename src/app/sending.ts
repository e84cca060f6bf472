/** What sends requests, and what is done with those that wait. Only ever imported lazily. */
import {
  createDeliverer,
  createDirectDelivery,
  removeRequest,
  reopenForEdit,
  type Deliverer,
} from '../outbox';

type DelivererDeps = Parameters<typeof createDeliverer>[0];
type DirectDeps = Parameters<typeof createDirectDelivery>[0];
type ReopenDeps = Parameters<typeof reopenForEdit>[0];

export interface Sending {
  deliverer: Deliverer;
  direct: ReturnType<typeof createDirectDelivery>;
  remove(key: string): ReturnType<typeof removeRequest>;
  reopen(key: string): ReturnType<typeof reopenForEdit>;
}

export function createSending(deps: DelivererDeps & DirectDeps & ReopenDeps): Sending {
  return {
    deliverer: createDeliverer(deps),
    direct: createDirectDelivery(deps),
    remove: (key) => removeRequest(deps, key),
    reopen: (key) => reopenForEdit(deps, key),
  };
}
