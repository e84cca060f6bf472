import { useEffect, useMemo } from 'react';
import type { ServiceType } from '../../domain/types';
import { useServices } from '../services';
import { useRead } from '../loading/useRead';

const NONE: string[] = [];

/** The list that this page has read last. A part that is mounted anew begins with it. */
let lastRead: ServiceType[] | null = null;

/**
 * The service types that a request can name. They are read whenever `isOpen` becomes true, and again when the network
 * is back after a failure. Until then, those of the build are used. A `chosen` type of the build stays in the list
 * although it is no longer offered: otherwise the visitor would not see that it is sent.
 */
export function useServiceTypes(isOpen: boolean, chosen = NONE): ServiceType[] {
  const { configuration } = useServices();
  const { value, failure } = useRead(configuration.serviceTypes, isOpen);
  useEffect(() => {
    if (value) lastRead = value;
  }, [value]);
  return useMemo(() => {
    const read = failure === 'missing' ? [] : (value ?? lastRead);
    if (!read) return __SERVICE_TYPES__;
    const isRead = (id: string) => read.some((type) => type.id === id);
    return [...read, ...__SERVICE_TYPES__.filter(({ id }) => chosen.includes(id) && !isRead(id))];
  }, [value, failure, chosen]);
}

/** The names of the chosen service types. A type that is no longer offered is named by its id. */
export const namesOf = (categories: readonly string[], types: readonly ServiceType[]): string[] =>
  categories.map((id) => types.find((type) => type.id === id)?.name ?? id);
