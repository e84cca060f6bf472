/** The mails that the lead alerts would have sent since this start. Runs the core of functions/ on the local Firestore. */
import type { FirestoreStore } from '../../backend/firestore/firestoreStore';
import { fromFields, toFields, type Plain } from '../../backend/protoJson';
import { alertOwner, eventOf, type AlertDeps } from '../../functions/src/core/leadAlerts';
import { WHOLE_BUDGET } from '../../functions/src/core/mailBudget';
import type { Marks } from '../../functions/src/core/marks';
import type { ObjectStore } from '../../backend/storage/index';
import type { Message } from '../../functions/src/core/mailTexts';

export type Mailbox = ReturnType<typeof createMailbox>;

/**
 * What the owner would have got by mail. `site`: the address of the site. The mails of stored requests are written
 * before anything listens there.
 */
export function createMailbox(firestore: FirestoreStore, objects: ObjectStore, site: string) {
  /** The mails, newest first. */
  const messages: Message[] = [];
  /** What the hook would have got, newest first. */
  const posts: string[] = [];
  const marks = new Map<string, Marks>();
  const seen = new Map<string, Record<string, unknown>>();
  const read = (path: string) => fromFields(firestore.get(path)?.fields ?? {});

  const deps: AlertDeps = {
    mark: async (events, next) =>
      events.map(({ id, kind }, index) => {
        const own = marks.get(id) ?? {};
        const mark = next(own[kind], index);
        marks.set(id, { ...own, [kind]: mark });
        const request = firestore.get(`requests/${id}`);
        // Removed meanwhile, and its marks with it.
        if (!request) return own[kind];
        // For the owner's page.
        const created = Date.parse(request.createTime);
        const others = fromFields(firestore.get(`alerts/${id}`)?.fields ?? {});
        const fields = toFields({ ...others, created, [kind]: { ...mark } } as Record<
          string,
          Plain
        >);
        firestore.commit([{ path: `alerts/${id}`, fields }]);
        return own[kind];
      }),
    send: async (message) => void messages.unshift(message),
    post: async (text) => void posts.unshift(text),
    marksOf: async (ids) => ids.map((id) => marks.get(id) ?? {}),
    serviceTypes: async () => read('configurations/configurations')['services_types'],
    ticket: async (id) => read(`uploads/${id}`),
    async thumbnail(name) {
      const object = objects.get(name);
      if (!object) return undefined;
      return { type: object.contentType ?? 'image/jpeg', bytes: objects.bytes(object) };
    },
    budget: WHOLE_BUDGET,
    atMost: async (_ms, work) => void (await Promise.allSettled([work])),
    // Always the first of its hour, so that each request gets a mail of its own; a digest would come only at the end of the hour.
    countUntil: async () => 1,
    startedBy: async () => 0,
    now: () => Date.now(),
    logError: () => {},
    messageIdHost: 'demo-cabinets.web.app',
    ownerPage: `${site}/owner`,
  };

  const follow = (path: string) => {
    const id = /^requests\/([^/]+)$/.exec(path)?.[1];
    if (id === undefined || !firestore.get(path)) return;
    const after = read(path);
    const before = seen.get(id);
    seen.set(id, after);
    // A request from before this start is new here, and may have its pictures already: that makes two events.
    const earlierStates = before ? [before] : [undefined, {}];
    for (const earlier of earlierStates) {
      const time = Date.now();
      const event = eventOf(id, { before: earlier, after, time, created: time });
      if (event) void alertOwner(event, deps);
    }
  };

  const stored = firestore.list('requests');
  for (const { path } of stored.toSorted((a, b) => (a.createTime < b.createTime ? -1 : 1))) {
    follow(path);
  }
  const close = firestore.subscribe((paths) => paths.forEach(follow));
  return { messages, posts, close };
}

export const pathOfMail = ({ messageId }: Message) =>
  `/data/mail/${encodeURIComponent(messageId.slice(1, -1))}`;

/** The HTML of a mail with its pictures in it, because a browser knows no `cid:`. */
export function asBrowsersShow({ html, images }: Message): string {
  let shown = html;
  for (const { cid, type, bytes } of images) {
    const data = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
    shown = shown.replaceAll(`cid:${cid}`, () => data);
  }
  return shown;
}
