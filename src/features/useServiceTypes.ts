import { useEffect, useState } from 'react';
import type { ServiceType } from '../domain/types';
import { useServices } from './services';

/** The service types a request can name; empty until they are there. Read again whenever `open` becomes true. */
export function useServiceTypes(open: boolean): ServiceType[] {
  const { services } = useServices();
  const [types, setTypes] = useState<ServiceType[]>([]);

  useEffect(() => {
    if (!open) return undefined;
    const reading = new AbortController();
    const show = (read: ServiceType[]) => {
      // Categories are optional: when they cannot be read, the ones known already stay.
      if (!reading.signal.aborted && read.length > 0) setTypes(read);
    };
    services.serviceTypes(reading.signal).then(show, () => undefined);
    return () => reading.abort();
  }, [open, services]);

  return types;
}
