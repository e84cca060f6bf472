/** The built functions on Google's Firestore, with a real mail server that fails as real ones do. */
// @module-tag official
import { once } from 'node:events';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { toFields } from '../../backend/protoJson';
import { officialFirestore } from '../official/workerEmulator';
import { BUCKET, deploy } from './deployed/deployed';
import {
  another,
  bucket,
  contents,
  createdEvent,
  DAY,
  empty,
  functions,
  HOUR,
  lead,
  line,
  mailedNumbers,
  mailServer,
  MINUTE,
  numbersOf,
  picturesEvent,
  store,
  storeLeads,
  useDeployed,
  withPictures,
  type Lead,
} from './deployed/deployedWorld';

const START = Date.parse('2026-03-02T10:30:00Z');
const one = (change: Parameters<typeof lead>[2] = {}) => lead(1, START, change);
const created = (some: Lead, after = 1000) =>
  functions.created(createdEvent(some), some.created + after);
describe.skipIf(officialFirestore() === undefined)('the deployed functions', () => {
  useDeployed();

  it('mail a lead once, however often its event comes', async () => {
    await storeLeads([one()]);
    await created(one());
    await created(one(), 5000);
    expect(mailServer.mails).toHaveLength(1);
    const [mail] = mailServer.mails;
    expect({
      id: mail!.messageId,
      from: mail!.from,
      to: mail!.to,
      replyTo: mail!.replyTo,
      subject: mail!.subject,
      text: mail!.text?.trimEnd(),
    }).toEqual({
      id: '<1000000001.text@demo-cabinets.web.app>',
      from: { address: 'site@cabinets.example', name: 'Website' },
      to: [{ address: 'owner@cabinets.example', name: '' }],
      replyTo: [{ address: 'ada@example.com', name: '' }],
      subject: 'Lead 10000000… · Kitchen · Lawrenceville · #1000000001',
      text: `Lead 1000000001 sent a request from the website.

Name:     Lead 1000000001
Phone:    (404) 555-0100
E-mail:   ada@example.com
Address:  12 Oak Street, Lawrenceville, GA 30043
Services: Kitchen cabinets
Request:  #1000000001

Four doors, 1000000001`,
    });
    expect(mail!.html).toContain('href="tel:+14045550100"');
    expect(mail!.html).toContain('href="https://demo-cabinets.web.app/owner"');
    // The mark, as the doctor reads it.
    expect((await contents())[`alerts/${one().id}`]).toEqual({
      text: {
        mapValue: {
          fields: { state: { stringValue: 'sent' }, since: { integerValue: expect.any(String) } },
        },
      },
      created: { integerValue: String(START) },
    });
  });

  it('send pictures in the same thread, with the thumbnails that there are inside', async () => {
    const thumbnail = Buffer.from('JPEG of the second picture');
    bucket.objects.set('requests/1000000001/thumbnai0b.jpg', thumbnail);
    await storeLeads([one()]);
    await created(one());
    await storeLeads([withPictures(one())]);
    await functions.changed(picturesEvent(one(), START + MINUTE), START + MINUTE);
    const [text, pictures] = mailServer.mails;
    expect(pictures).toMatchObject({ inReplyTo: text!.messageId, references: text!.messageId });
    expect(pictures!.subject).toBe(`Re: ${text!.subject}`);
    expect(
      pictures!.attachments.map(({ contentId, mimeType, disposition }) => [
        contentId,
        mimeType,
        disposition,
      ]),
    ).toEqual([['<1000000001.2@demo-cabinets.web.app>', 'image/jpeg', 'inline']]);
    expect(Buffer.from(pictures!.attachments[0]!.content as ArrayBuffer)).toEqual(thumbnail);
    expect(pictures!.html).toContain('src="cid:1000000001.2@demo-cabinets.web.app"');
  });

  it('send the very same message again after a lost answer, and no third time', async () => {
    await storeLeads([one()]);
    mailServer.decideBy(() => 'lost');
    await expect(created(one())).rejects.toThrow();
    mailServer.decideBy(() => 'taken');
    await created(one(), 10_000);
    await created(one(), 20_000);
    await functions.hourly(START + HOUR / 2);
    expect(mailServer.mails.map(({ messageId }) => messageId)).toEqual(
      Array(2).fill(`<${one().id}.text@demo-cabinets.web.app>`),
    );
    expect(mailServer.mails[0]!.text).toBe(mailServer.mails[1]!.text);
  });

  it('send the very same message again, also if a digest that nobody took had the lead before', async () => {
    const pair = [lead(3, START), lead(4, START)] as const;
    await storeLeads(pair);
    await mailServer.goDown();
    await expect(functions.hourly(START + HOUR / 2)).rejects.toThrow('ECONNREFUSED');
    await mailServer.goUp();
    mailServer.decideBy(() => 'lost');
    await expect(created(pair[0], 35 * MINUTE)).rejects.toThrow('closed');
    mailServer.decideBy(() => 'taken');
    await functions.hourly(START + 90 * MINUTE);
    expect(mailServer.mails.map(({ messageId }) => messageId)).toEqual(
      [pair[0], pair[0], pair[1]].map(({ id }) => `<${id}.text@demo-cabinets.web.app>`),
    );
  });

  it('mail a lead that the server refuses without its words, and the others as they are', async () => {
    const spam = lead(2, START, { description: 'Spam' });
    const others = [lead(3, START), lead(4, START)];
    await storeLeads([spam, ...others]);
    mailServer.decideBy(({ text = '' }) => (text.includes('Spam') ? 'refused' : 'taken'));
    await created(spam);
    expect(mailServer.mails).toEqual([]);
    await functions.hourly(START + HOUR);
    expect(mailedNumbers()).toEqual(numbersOf([spam, ...others]));
    expect(mailServer.mails.map(({ subject }) => subject)).toEqual([
      '2 requests in one mail: Lead 1000000003, Lead 1000000004',
      '1 request without what was written',
    ]);
    await functions.hourly(START + 2 * HOUR);
    expect(mailServer.mails).toHaveLength(2);
    // The words come when the server takes them, and the owner's page finds the mark by the request's time.
    mailServer.decideBy(() => 'taken');
    await functions.hourly(START + 30 * HOUR);
    expect(mailServer.mails.slice(2).map(({ text }) => text!.includes('Spam'))).toEqual([true]);
    expect((await contents())[`alerts/${spam.id}`]!['created']).toEqual({
      integerValue: String(START),
    });
  });

  it('log the number of a lead that could not be mailed for an hour', async () => {
    await storeLeads([one()]);
    await mailServer.goDown();
    await created(one(), HOUR);
    expect(functions.log()).toContain(
      `The text of request ${one().id} could not be mailed for an hour. It is tried again every full hour.`,
    );
    await expect(functions.hourly(START + 2 * HOUR)).rejects.toThrow('ECONNREFUSED');
    expect(functions.log()).toContain(`Requests ${one().id} could not be mailed. They are tried`);
    expect(functions.log()).toContain('everyHour has ended.');
    await mailServer.goUp();
    await functions.hourly(START + 40 * DAY);
    expect(mailedNumbers()).toEqual([one().id]);
  });

  it('mail a lead once when two processes are at it at the same time', async () => {
    const leads = Array.from({ length: 12 }, (_, index) => lead(index, START + index));
    const second = await another();
    // So long that each would read a mark before the other writes it.
    line.delayBy(150);
    await storeLeads(leads);
    // Where the functions began is known, so that neither process waits for the other there.
    await store({ 'alerts/function': toFields({ startedAt: START - DAY }) });
    await Promise.allSettled(
      leads.flatMap((some) =>
        [functions, second].map((process) =>
          process.created(createdEvent(some), some.created + 1000),
        ),
      ),
    );
    await second.kill();
    expect(mailedNumbers()).toEqual(numbersOf(leads));
  });

  it('put what is over 20 in an hour into one digest, with pictures that came since', async () => {
    const burst = Array.from({ length: 30 }, (_, index) => lead(index, START + index * 1000));
    await storeLeads(burst);
    await Promise.all(burst.map((some) => created(some, MINUTE)));
    expect(mailServer.mails).toHaveLength(20);
    await storeLeads([withPictures(burst[25]!)]);
    await functions.changed(picturesEvent(burst[25]!, START + 2 * MINUTE), START + 2 * MINUTE);
    expect(mailServer.mails).toHaveLength(20);
    await functions.hourly(START + HOUR / 2);
    expect(mailServer.mails).toHaveLength(21);
    expect(mailServer.mails[20]!.subject).toMatch(/^10 requests in one mail: Lead 1000000020, /);
    expect(mailServer.mails[20]!.text).toContain('picture00a.jpg');
    expect(mailedNumbers()).toEqual(numbersOf(burst));
    await functions.hourly(START + HOUR + HOUR / 2);
    expect(mailServer.mails).toHaveLength(21);
  });

  it('go on in a new process where a killed one was', async () => {
    await storeLeads([one()]);
    let isKilled = false;
    mailServer.decideBy(async () => {
      if (!isKilled) {
        isKilled = true;
        await functions.kill();
        return 'cut';
      }
      return 'taken';
    });
    await expect(created(one())).rejects.toThrow();
    await expect(created(one(), 30_000)).rejects.toThrow('Another run');
    await created(one(), 6 * MINUTE);
    expect(mailedNumbers()).toEqual([one().id]);
  });

  it('mark what a program may have sent', async () => {
    await storeLeads([one()]);
    await store({
      [`uploads/${one().id}`]: toFields({ honeypot: 'https://x.example', seconds: 60 }),
    });
    await created(one());
    expect(mailServer.mails[0]!.subject).toMatch(/^\[suspect\] Lead/);
  });

  it.each([
    ['emoji', '👩‍🍳🪵 Zoë 李'],
    ['text from right to left', 'דנה כהן عبد'],
    ['5,000 characters', 'x'.repeat(5000)],
    ['line breaks', 'Ada\r\nBcc: Eve\n\u2028.\r\n.\r\n'],
  ])('bring %s in every field whole', async (_, text) => {
    const names = ['name', 'email', 'phone', 'address', 'description'];
    const some = one({
      ...Object.fromEntries(names.map((name) => [name, text])),
      categories: [text],
    });
    await storeLeads([some]);
    await created(some);
    const [mail, ...others] = mailServer.mails;
    expect(others).toEqual([]);
    const header = mail!.headers.map(({ key }) => key).filter((key) => key === 'bcc');
    expect([header, mail!.to]).toEqual([[], [{ address: 'owner@cabinets.example', name: '' }]]);
    const oneLine = text.replaceAll(/[\r\n\u2028]+/g, ' ').trim();
    for (const label of ['Name:     ', 'Phone:    ', 'E-mail:   ', 'Address:  ', 'Asked for: '])
      expect(mail!.text).toContain(`\n${label}${oneLine}\n`);
    expect(mail!.text).toContain(`\n\n${text.replaceAll('\r\n', '\n')}`);
  });

  it('delete the pictures of requests that never named them, from the very first request on', async () => {
    const old = lead(1, Date.parse('2020-01-01'));
    const attached = withPictures(lead(2, START - 40 * DAY));
    const young = lead(3, START - 30 * DAY);
    const none = lead(4, START - 32 * DAY);
    await storeLeads([old, attached, young, none]);
    for (const { id } of [old, attached, young, none])
      for (const name of ['a.jpg', 'b.jpg'])
        bucket.objects.set(`requests/${id}/${name}`, Buffer.from('JPEG'));
    await functions.created(createdEvent(lead(5, START)), START);
    await functions.daily(START + DAY / 2);
    const left = new Set([...bucket.objects.keys()].map((name) => name.split('/')[1]));
    expect([...left]).toEqual([attached.id, young.id]);
    // The next run begins where this one has ended: behind the last request of that age.
    const state = (await contents())['alerts/function'] as {
      cleaned: { mapValue: { fields: { id: { stringValue: string } } } };
    };
    expect(state.cleaned.mapValue.fields.id.stringValue).toBe(none.id);
  });

  it('end a removed work and a review that was taken down, eight days later, with all below and all files', async () => {
    const [elm, oak, left] = ['elm', 'oak', 'oak'].map(
      (work, number) => `gallery/${work}/${String(number).padStart(16, '0')}-960.webp`,
    ) as [string, string, string];
    const workOf = (name: string) => ({
      cover: {
        url: `https://firebasestorage.googleapis.com/v0/b/${BUCKET}/o/${encodeURIComponent(name)}?alt=media`,
      },
    });
    const at = new Date(START - 8 * DAY);
    const young = toFields({ work: workOf(left), at: new Date(START - 8 * DAY + HOUR) });
    await store({
      'gallery/elm': toFields(workOf(elm)),
      'gallery/elm/reviews/r': toFields({ stars: 5 }),
      'gallery/elm/reviewers/2': toFields({ review: 't' }),
      'gallery/elm/takenDown/t': toFields({ review: { stars: 1 }, at }),
      'removed/oak': toFields({ work: workOf(oak), at }),
      'gallery/oak/reviews/r': toFields({ stars: 5 }),
      'gallery/oak/reviewers/1': toFields({ review: 'r' }),
      'gallery/oak/takenDown/t': toFields({ review: { stars: 1 }, at: new Date(START) }),
      'removed/ash': young,
    });
    for (const name of [elm, oak, left]) bucket.objects.set(name, Buffer.from(name));
    await functions.daily(START);
    const galleryAndRemoved = Object.keys(await contents()).filter((path) =>
      /^(gallery|removed)/.test(path),
    );
    expect(galleryAndRemoved.toSorted()).toEqual([
      'gallery/elm',
      'gallery/elm/reviewers/2',
      'gallery/elm/reviews/r',
      'removed/ash',
    ]);
    expect([...bucket.objects.keys()]).toEqual([elm]);
  });

  it('delete a file thirty days after it was first seen without a name, unless it was stored anew meanwhile', async () => {
    const names = [1, 2, 3].map((number) => `gallery/elm/000000000000000${number}-thumb.webp`);
    for (const name of names) bucket.objects.set(name, Buffer.from(name));
    const name = (some: string[]) => store({ 'gallery/elm': toFields({ files: some }) });
    await name([names[0]!]);
    await functions.daily(START);
    await name([names[1]!]);
    await functions.daily(START + DAY);
    expect(names.map((each) => bucket.metadataOf(each))).toEqual([
      { unnamedSince: expect.stringContaining('2026-03-03T10:3') },
      {},
      { unnamedSince: expect.stringContaining('2026-03-02T10:3') },
    ]);
    bucket.meanwhile(() => bucket.objects.set(names[2]!, Buffer.from('anew')));
    await functions.daily(START + 32 * DAY);
    expect([...bucket.objects.keys()]).toEqual(names.slice(1));
    bucket.meanwhile(() => {});
    await functions.daily(START + 33 * DAY);
    await functions.daily(START + 64 * DAY);
    expect([...bucket.objects.keys()]).toEqual([names[1]]);
  });

  it('have a lead’s mail accepted within a second of its document', async () => {
    const times: number[] = [];
    for (let index = 0; index < 16; index += 1) {
      const some = lead(index, START + index);
      const from = Date.now();
      await storeLeads([some]);
      await created(some);
      times.push(mailServer.mails.at(-1)!.takenAt - from);
    }
    const sorted = times.toSorted((a, b) => a - b);
    console.info(
      `From document to accepted mail: median ${sorted[8]} ms, longest ${sorted[15]} ms`,
    );
    expect(sorted[8]).toBeLessThan(1000);
  });
});

/** No lead before the first hourly run is forgotten. START is half past ten. */
describe.skipIf(officialFirestore() === undefined)('in the hour of the deployment', () => {
  useDeployed();
  const leads = (count: number, from = START) =>
    Array.from({ length: count }, (_, index) => lead(index, from + index * 1000));

  it('of leads that come together, in two processes, the oldest is where the function begins', async () => {
    const second = await another();
    // So long that each would read before the other writes, and the later write would win.
    line.delayBy(150);
    const pair = leads(2);
    const starts: unknown[] = [];
    for (let round = 0; round < 4; round += 1) {
      await empty();
      await storeLeads(pair);
      await Promise.all(
        [functions, second].map((process, index) =>
          process.created(createdEvent(pair[(index + round) % 2]!), START + MINUTE),
        ),
      );
      starts.push((await contents())['alerts/function']);
    }
    await second.kill();
    const expected = { startedAt: { integerValue: String(START) } };
    expect(starts).toEqual(starts.map(() => expected));
  });

  it('pictures of a lead from before the function bring no mails of older leads', async () => {
    const old = [...leads(5, START - 21 * DAY), lead(9, START - 20 * DAY)];
    await storeLeads(old);
    const pictured = withPictures(old[5]!);
    await storeLeads([pictured]);
    await functions.changed(picturesEvent(old[5]!, START), START);
    await functions.daily(START + 18 * HOUR);
    await functions.hourly(START + 19 * HOUR);
    expect(mailServer.mails.map(({ messageId }) => messageId)).toEqual([
      `<${old[5]!.id}.pictures@demo-cabinets.web.app>`,
    ]);
  });
});

describe.skipIf(officialFirestore() === undefined)('functions that Firestore refuses', () => {
  useDeployed();

  it.each([
    ['NOT_FOUND', 5],
    ['PERMISSION_DENIED', 7],
    ['UNAUTHENTICATED', 16],
  ])('are heard by both alerts: %s', async (_, status) => {
    // Answers each call of gRPC with this status and nothing else.
    const refusing = createServer().on('stream', (stream) =>
      stream.respond(
        { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': String(status) },
        { endStream: true },
      ),
    );
    await once(refusing.listen(0, '127.0.0.1'), 'listening');
    const { port } = refusing.address() as AddressInfo;
    const refused = deploy({
      firestore: `http://127.0.0.1:${port}`,
      storage: bucket.origin,
      smtpUrl: mailServer.url,
    });
    await expect(refused.created(createdEvent(one()), START + 1000)).rejects.toThrow();
    // The first alert of docs/deploy.md, after one event.
    expect(refused.log()).toContain(
      `The text of request ${one().id} could not be mailed: Firestore refuses these functions.`,
    );
    // The second is for the silence of this line. (The client's own tries take half a minute.)
    if (status === 7) await expect(refused.hourly(START + HOUR / 2)).rejects.toThrow();
    expect(refused.log()).not.toContain('everyHour has ended.');
    await refused.kill();
    refusing.close();
  });
});
