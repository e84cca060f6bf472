import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { header } from '../http';

/** One entry of a bucket's CORS configuration; `maxAgeSeconds` is how long a preflight is remembered. */
export interface CorsEntry {
  origin: string[];
  method: string[];
  responseHeader?: string[];
  maxAgeSeconds?: number;
}

/** Sets what a bucket's configuration says of a download, or of the preflight of one. */
export type BucketCors = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * By the file that `gcloud storage buckets update --cors-file` takes
 * (https://cloud.google.com/storage/docs/cors-configurations); no file is no entry. Where none fits, a download
 * carries no CORS header, as that of a new bucket (firebase-tools #8364).
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
      (candidate) => lists(candidate.origin, origin) && lists(candidate.method, method ?? ''),
    );
    const { origin: origins = [], responseHeader = [], maxAgeSeconds = 0 } = entry ?? {};
    const asked = header(req, 'access-control-request-headers')?.split(/\s*,\s*/) ?? [];
    if (!entry || !asked.every((name) => lists(responseHeader, name))) return;
    res.setHeader('Access-Control-Allow-Origin', origins.includes('*') ? '*' : origin);
    if (!isPreflight) return void res.setHeader('Access-Control-Expose-Headers', responseHeader);
    res.setHeader('Access-Control-Allow-Methods', entry.method);
    res.setHeader('Access-Control-Allow-Headers', responseHeader);
    res.setHeader('Access-Control-Max-Age', maxAgeSeconds);
  };
}

const lists = (allowed: readonly string[], name: string) =>
  allowed.some((item) => item === '*' || item.toLowerCase() === name.toLowerCase());
