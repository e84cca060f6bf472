import { siteOriginFrom } from '../domain/siteOrigin';

/** Where the site will be; canonical addresses and link previews have to be absolute. */
export const siteOrigin = siteOriginFrom(import.meta.env);

/** The absolute address of a path on this site. */
export const absolute = (path: string): string => siteOrigin + path;
