/** What the alerts' functions read and write, in memory: requests, marks, and where the searches are. */
import { expect } from 'vitest';
import { eventOf } from '../../functions/src/core/leadAlerts';
import type { Fields } from '../../functions/src/core/leadFields';
import type { Message } from '../../functions/src/core/mailTexts';
import type { CountDeps } from '../../functions/src/core/hookPosts';
import { isOpen, owedAt, type Marks } from '../../functions/src/core/marks';
import type { MissedEventsDeps } from '../../functions/src/core/missedEvents';
import { WHOLE_BUDGET } from '../../functions/src/core/mailBudget';
import { type UnsentDeps } from '../../functions/src/core/unsentLeads';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** What a visitor has entered. */
export const fields = {
  name: 'Ada Byron',
  email: 'ada@example.com',
  phone: '(404) 555-0100',
  address: '1 Main Street',
  description: 'Kitchen cabinets,\nfour doors',
  categories: ['doors', 'gone'],
  files: [] as { url: string }[],
};
export const files = ['a', 'b'].map((name) => ({
  url: `https://x.example/${name}?token=1`,
  ref: name,
}));

/** A mail without its HTML, which `mailHtml.test.ts` has. */
export function withoutHtml({ html, ...message }: Message) {
  expect(html).toContain('<!doctype html>');
  return message;
}

export interface StoredRequest {
  id: string;
  created: number;
  fields: Fields;
}

export const numberOf = (index: number) => String(1_000_000_000 + index);
export const requestOf = (index: number, created: number, change: object = {}): StoredRequest => {
  const id = numberOf(index);
  return { id, created, fields: { ...fields, id, ...change } };
};
/** The event of its creation. */
export const textEvent = ({ id, created, fields: after }: StoredRequest) =>
  eventOf(id, { before: undefined, after, time: created, created })!;

export type MemoryDeps = UnsentDeps & MissedEventsDeps & CountDeps;

/** Requests are read through `requests`, so that a test may change them. */
export function createMemory(requests: () => readonly StoredRequest[]) {
  const marks = new Map<string, Marks>();
  const created = new Map<string, number>();
  const places = new Map<string, { created: number; id: string }>();
  const mails = { hour: 0, taken: 0 };
  const sent: Message[] = [];
  const logged: string[] = [];
  let startedAt = Infinity;
  let heardUntil: number | undefined;
  let now = 0;

  const openOf = (id: string) => ({ id, created: created.get(id)!, marks: marks.get(id)! });
  const openList = () =>
    [...marks]
      .filter(([, own]) => isOpen(own))
      .map(([id]) => openOf(id))
      .toSorted((a, b) => b.created - a.created || (a.id < b.id ? 1 : -1));
  const hasPictures = ({ fields }: StoredRequest) =>
    Array.isArray(fields['files']) && fields['files'].length > 0;

  const deps: MemoryDeps = {
    mark: async (events, next) => {
      const before = events.map(({ id, kind }) => marks.get(id)?.[kind]);
      for (const [index, event] of events.entries()) {
        created.set(event.id, event.created);
        marks.set(event.id, { ...marks.get(event.id), [event.kind]: next(before[index], index) });
      }
      return before;
    },
    // What does not wait for a mail goes on before it.
    async send(message) {
      await new Promise(setImmediate);
      sent.push(message);
    },
    post: undefined,
    heardUntil: async () => heardUntil,
    setHeardUntil: async (time) => void (heardUntil = time),
    countUnheard: async (from, to) =>
      requests().filter(
        ({ id, created: time }) =>
          time > from && time <= to && marks.get(id)?.textHook === undefined,
      ).length,
    failedPosts: async (most) =>
      [...marks]
        .filter(([, { textHook }]) => textHook?.state === 'refused')
        .map(([id]) => ({ id, created: created.get(id)! }))
        .slice(0, most),
    openBetween: async (from, to, most) =>
      openList()
        .filter(({ created: time }) => time > from && time <= to)
        .toReversed()
        .slice(0, most),
    serviceTypes: async () => [{ id: 'doors', name: 'Doors & drawers' }, null],
    ticket: async () => ({ honeypot: '', seconds: 40 }),
    thumbnail: async () => undefined,
    countUntil: async (event, from, most) =>
      Math.min(
        most,
        requests().filter(
          (one) =>
            one.created >= from &&
            (one.created < event.created || (one.created === event.created && one.id <= event.id)),
        ).length,
      ),
    startedBy: async (time) => {
      if (time < startedAt) places.clear();
      startedAt = Math.min(startedAt, time);
      return startedAt;
    },
    now: () => now,
    budget: WHOLE_BUDGET,
    logError: (text) => void logged.push(text),
    messageIdHost: 'cabinets.web.app',
    ownerPage: 'https://cabinets.web.app/owner',
    async openRequests(behind, most, first) {
      const all = first === 'newest' ? openList() : openList().toReversed();
      // One that was closed since keeps its place.
      const isBefore = (a: { id: string; created: number }, b: typeof a) =>
        a.created < b.created || (a.created === b.created && a.id < b.id);
      const isBehind = (one: { id: string; created: number }) =>
        behind === undefined ||
        (first === 'newest' ? isBefore(one, behind) : isBefore(behind, one));
      return all.filter(isBehind).slice(0, most);
    },
    requestsInDigest: async (digest) =>
      [...marks]
        .filter(([, own]) => Object.values(own).some((mark) => mark.digest === digest))
        .map(([id]) => openOf(id)),
    countOpen: async () => openList().length,
    fieldsOf: async (ids) => ids.map((id) => requests().find((one) => one.id === id)?.fields),
    forget: async (id) => void marks.delete(id),
    async takeMail(time, most) {
      const hour = Math.floor(time / HOUR);
      if (mails.hour !== hour) Object.assign(mails, { hour, taken: 0 });
      const left = most - mails.taken;
      if (left <= 0) return 0;
      mails.taken += 1;
      return left;
    },
    owedRequests: async (until, behind, most, first) => {
      const due = [...marks]
        .map(([id, own]) => ({ id, at: owedAt(own) ?? Infinity }))
        .filter(({ at }) => at <= until)
        .toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
      const inTurn = first === 'oldest' ? due : due.toReversed();
      // By its place, as Firestore goes on: meanwhile it may be owed no longer.
      const from = behind && { id: behind.id, at: owedAt(behind.marks) ?? Infinity };
      const isBehind = ({ id, at }: { id: string; at: number }) => {
        const isLater = !from || at > from.at || (at === from.at && id > from.id);
        return first === 'oldest' ? isLater : !from || (!isLater && id !== from.id);
      };
      return inTurn
        .filter(isBehind)
        .slice(0, most)
        .map(({ id }) => openOf(id));
    },
    // So long no test's mail takes.
    atMost: async (_ms, work) => void (await Promise.allSettled([work])),
    until: Infinity,
    marksOf: async (ids) => ids.map((id) => marks.get(id) ?? {}),
    async nextPage({ place: name, from, to, detail }) {
      const place = places.get(name);
      const page = requests()
        .filter(({ created: time }) => time >= from && time <= to)
        .toSorted((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1))
        .filter(
          (one) =>
            !place ||
            one.created > place.created ||
            (one.created === place.created && one.id > place.id),
        )
        .slice(0, 25);
      return {
        requests: page.map((one) => ({
          id: one.id,
          created: one.created,
          hasPictures: detail === 'pictures' && hasPictures(one),
        })),
        async store() {
          const last = page.at(-1);
          if (last) places.set(name, { created: last.created, id: last.id });
        },
      };
    },
  };
  return {
    deps,
    marks,
    sent,
    logged,
    /** When the functions began, as it is stored. */
    startedAt: () => startedAt,
    setNow: (time: number) => void (now = time),
  };
}

const long = (length: number) => '李'.repeat(length);
/** The longest texts that the rules let in. */
export const LONGEST = {
  name: long(200),
  email: long(320),
  phone: long(50),
  address: long(500),
  description: long(5000),
  categories: Array.from({ length: 20 }, () => long(64)),
};
