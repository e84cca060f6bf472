import type { ServiceType } from '../domain/types';
import { useServices } from './services';
import { useRead } from './useRead';

/**
 * The service types a request can name: those of the build until they have been read, which happens
 * whenever `open` becomes true, and again when the network is back while they could not be.
 */
export function useServiceTypes(open: boolean): ServiceType[] {
  const { services } = useServices();
  return useRead(open ? services.serviceTypes : undefined).value ?? __SERVICE_TYPES__;
}
