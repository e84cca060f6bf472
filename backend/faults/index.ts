/** A test tells the backend how the next answers are to fail. */
import type { IncomingMessage } from 'node:http';
import { header, type RequestHandler } from '../httpHelpers';
import { strike } from './strike';
import type { FaultHandle, FaultSpec, ServiceName } from './types';

export type { FaultSpec, ServiceName } from './types';

interface ArmedFault {
  spec: FaultSpec;
  seen: number;
  hits: number;
}

export function createFaults() {
  const armed = new Set<ArmedFault>();

  const faultFor = (service: ServiceName, req: IncomingMessage): ArmedFault | undefined => {
    for (const fault of armed) {
      if (!matches(fault.spec, service, req)) continue;
      fault.seen += 1;
      if (fault.seen <= (fault.spec.after ?? 0)) continue;
      if (fault.hits >= (fault.spec.count ?? Infinity)) continue;
      fault.hits += 1;
      return fault;
    }
    return undefined;
  };

  return {
    add(spec: FaultSpec): FaultHandle {
      const fault: ArmedFault = { spec, seen: 0, hits: 0 };
      armed.add(fault);
      return {
        get hits() {
          return fault.hits;
        },
        remove: () => void armed.delete(fault),
      };
    },
    clear: () => armed.clear(),
    wrap(service: ServiceName, handler: RequestHandler): RequestHandler {
      return (req, res) => {
        const fault = faultFor(service, req);
        return fault ? strike(fault.spec, req, res, handler) : handler(req, res);
      };
    },
  };
}

function matches(spec: FaultSpec, service: ServiceName, req: IncomingMessage): boolean {
  if (spec.service !== undefined && spec.service !== service) return false;
  // Preflights must be named explicitly.
  if (spec.method === undefined && req.method === 'OPTIONS') return false;
  if (spec.method !== undefined && spec.method !== req.method) return false;
  if (spec.url && !spec.url.test(req.url ?? '')) return false;
  return !spec.header || spec.header.value.test(header(req, spec.header.name.toLowerCase()) ?? '');
}
