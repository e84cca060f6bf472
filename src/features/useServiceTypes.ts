import { useCallback, useEffect, useState } from 'react';
import type { ServiceType } from '../domain/types';
import { useServices } from './services';
import { useWhenOnline } from './useWhenOnline';

/**
 * The service types a request can name; empty until they are there. Read again whenever `open` becomes
 * true, and when the network is back while there are none.
 */
export function useServiceTypes(open: boolean): ServiceType[] {
  const { services } = useServices();
  const [types, setTypes] = useState<ServiceType[]>([]);
  const [tries, setTries] = useState(0);
  const tryAgain = useCallback(() => setTries((count) => count + 1), []);
  useWhenOnline(open && types.length === 0, tryAgain);

  useEffect(() => {
    if (!open) return undefined;
    const reading = new AbortController();
    const show = (read: ServiceType[]) => {
      // Categories are optional: when they cannot be read, the ones known already stay.
      if (!reading.signal.aborted && read.length > 0) setTypes(read);
    };
    services.serviceTypes(reading.signal).then(show, () => undefined);
    return () => reading.abort();
  }, [open, services, tries]);

  return types;
}
