import { useMemo } from 'react';
import type { ServiceType } from '../domain/types';
import { useServices } from './services';
import { useRead } from './useRead';

const NONE: string[] = [];

/**
 * The service types a request can name: those of the build until they have been read, which happens
 * whenever `open` becomes true, and again when the network is back while they could not be. One of the
 * build that is `chosen` stays: nobody would know otherwise what is sent.
 */
export function useServiceTypes(open: boolean, chosen = NONE): ServiceType[] {
  const { configuration } = useServices();
  const { value, failure } = useRead(configuration.serviceTypes, open);
  return useMemo(() => {
    const read = failure === 'missing' ? [] : value;
    if (!read) return __SERVICE_TYPES__;
    const isThere = (id: string) => read.some((type) => type.id === id);
    return [...read, ...__SERVICE_TYPES__.filter(({ id }) => chosen.includes(id) && !isThere(id))];
  }, [value, failure, chosen]);
}

/** What the chosen service types are called; one that is not offered any more by its id. */
export const namesOf = (categories: readonly string[], types: readonly ServiceType[]): string[] =>
  categories.map((id) => types.find((type) => type.id === id)?.name ?? id);
