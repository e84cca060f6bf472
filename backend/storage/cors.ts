import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { header } from '../httpHelpers';

/** One entry of a bucket's CORS configuration. Browsers cache a preflight for `maxAgeSeconds`. */
export interface CorsEntry {
  origin: string[];
  method: string[];
  responseHeader?: string[];
  maxAgeSeconds?: number;
}

/** Sets the CORS headers of a download, or of its preflight. */
export type BucketCors = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * Reads the bucket's CORS configuration from the file for `gcloud storage buckets update --cors-file`
 * (https://cloud.google.com/storage/docs/cors-configurations). Without a file there are no entries. A download that
 * no entry matches gets no CORS headers, as in a new bucket (firebase-tools #8364).
 */
export function createBucketCors(file: string | undefined): BucketCors {
  const entries = file === undefined ? [] : (JSON.parse(readFileSync(file, 'utf8')) as CorsEntry[]);
  return (req, res) => {
    const origin = header(req, 'origin');
    if (entries.length > 0) res.setHeader('Vary', 'Origin');
    if (origin === undefined) return;
    const isPreflight = req.method === 'OPTIONS';
    const method = isPreflight ? header(req, 'access-control-request-method') : req.method;
    const entry = entries.find(
      (candidate) => isListed(candidate.origin, origin) && isListed(candidate.method, method ?? ''),
    );
    if (!entry || !allowsHeaders(entry, req)) return;
    const { responseHeader = [], maxAgeSeconds = 0 } = entry;
    res.setHeader('Access-Control-Allow-Origin', entry.origin.includes('*') ? '*' : origin);
    if (!isPreflight) {
      res.setHeader('Access-Control-Expose-Headers', responseHeader);
      return;
    }
    res.setHeader('Access-Control-Allow-Methods', entry.method);
    res.setHeader('Access-Control-Allow-Headers', responseHeader);
    res.setHeader('Access-Control-Max-Age', maxAgeSeconds);
  };
}

function allowsHeaders({ responseHeader = [] }: CorsEntry, req: IncomingMessage): boolean {
  const requested = header(req, 'access-control-request-headers')?.split(',') ?? [];
  return requested.every((name) => isListed(responseHeader, name.trim()));
}

const isListed = (allowed: readonly string[], name: string) =>
  allowed.some((item) => item === '*' || item.toLowerCase() === name.toLowerCase());
