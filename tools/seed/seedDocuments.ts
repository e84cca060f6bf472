import type { Review, ServiceType } from '../../src/domain/types';
import types from './services.json' with { type: 'json' };

/** The service types of tools/seed/services.json, the file that an owner copies and changes. */
export const SERVICE_TYPES: ServiceType[] = types;

/**
 * A regular expression (RE2) for the start of download addresses on the local backend: any port of this machine, under
 * its own names and the one that the backend was given. In a container (0.0.0.0) that can be any.
 */
export const DOWNLOAD_ADDRESS = (bucket: string, host = 'localhost') => {
  const [name, inBucket] = [host, bucket].map((text) => text.replace(/[^\w-]/g, '[$&]'));
  const names = host === '0.0.0.0' ? '[^/:]{1,253}' : `localhost|127[.]0[.]0[.][0-9]{1,3}|${name}`;
  return `http://(${names})(:[0-9]{1,5})?/v0/b/${inBucket}/o/`;
};

export const sampleGoogleId = (user: string): string => `google-${user}`;

/** The owner among the people whom the local sign-in offers (backend/auth/accounts.ts). */
export const SAMPLE_OWNER = 'owner@example.com';

/** The sample reviews that the landing page quotes. `work` is the number of the work. */
export const SAMPLE_QUOTES = [
  { work: 2, review: 'q2LfN6uJ0x' },
  { work: 0, review: 'Yd05sVhK8e' },
];

/** Reviews of the first work, a kitchen in sage, and of the third, a vanity in deep green, by different people. */
export const SAMPLE_REVIEWS: { work: number; reviews: Review[] }[] = [
  {
    work: 0,
    reviews: [
      {
        id: 'Rk3mT9xQ2a',
        text: 'You would never guess this was the old honey oak. Done in four days, and not one drip or brush mark.',
        stars: 5,
        user: 'sample-visitor-ana',
        created: '2026-03-14T15:20:00.000Z',
      },
      {
        id: 'b7WzP1nLc4',
        text: 'Lovely finish and a very tidy crew. One hinge needed a second visit, which they did the next morning.',
        stars: 4,
        user: 'sample-visitor-james',
        created: '2026-04-02T18:05:00.000Z',
      },
      {
        id: 'Yd05sVhK8e',
        text: 'Four samples until we chose the sage. All the patience in the world.',
        stars: 5,
        user: 'sample-visitor-mei',
        created: '2026-05-21T12:40:00.000Z',
      },
    ],
  },
  {
    work: 2,
    reviews: [
      {
        id: 'q2LfN6uJ0x',
        text: 'Same vanity, new bathroom. Worth every dollar.',
        stars: 5,
        user: 'sample-visitor-omar',
        created: '2026-06-08T20:10:00.000Z',
      },
      {
        id: 'H9cEo4TgZ7',
        text: '',
        stars: 4,
        user: 'sample-visitor-ana',
        created: '2026-06-30T09:55:00.000Z',
      },
    ],
  },
];
