/** What sends requests. Only ever imported lazily: the first screen needs none of it. */
import { createDeliverer, createDirectDelivery, removeRequest, type Deliverer } from '../outbox';

type DelivererDeps = Parameters<typeof createDeliverer>[0];
type DirectDeps = Parameters<typeof createDirectDelivery>[0];

export interface Sending {
  deliverer: Deliverer;
  direct: ReturnType<typeof createDirectDelivery>;
  remove(key: string): ReturnType<typeof removeRequest>;
}

export function createSending(deps: DelivererDeps & DirectDeps): Sending {
  return {
    deliverer: createDeliverer(deps),
    direct: createDirectDelivery(deps),
    remove: (key) => removeRequest(deps, key),
  };
}
